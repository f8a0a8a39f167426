package squall.apps.run;

import java.io.IOException;
import java.util.List;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.ObservedValue;
import squall.database.Database;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Access to the tables of one workload on one database. Error messages say what failed, where, and what was found. */
public interface AppTables {
    /**
     * Compares existing tables with what the workload's statements need; changes nothing.
     *
     * @throws IllegalArgumentException if one lacks a column, or its rows expire at another time than asked for; the message names the
     *     way out
     */
    void requireColumns() throws IOException, InterruptedException;

    /** Makes what is missing. */
    void create() throws IOException, InterruptedException;

    /** Empties all of them; rows that must be there before the first write are made again. */
    void empty() throws IOException, InterruptedException;

    void drop() throws IOException, InterruptedException;

    /** Drops and makes all of them; where the database can, a failure leaves the old ones as they were. */
    default void replace() throws IOException, InterruptedException {
        drop();
        create();
    }

    /** Reads every row whose key has the prefix of this run. */
    void survey(SampleApp.SurveyedRows rows) throws IOException, InterruptedException;

    /** Checks the tables after the last write, beyond the survey. @param writes how many were acknowledged or are unknown */
    List<CheckResult> check(SampleApp.WriteOutcomes writes) throws InterruptedException;

    Database database();

    /** Returns whether the model of this database lets a read see a part of one write. */
    boolean splits();

    /** Returns whether the chosen settings let a read miss a write that was acknowledged before it. */
    boolean staleReads();

    /** @param batch how many keys one write may have */
    KeyValueClient client(int session, int batch) throws IOException, InterruptedException;

    /** Client by which one session writes and reads keys. */
    interface KeyValueClient extends Database.Client {
        /** Writes these keys as a whole. @throws InterruptedException if nothing was sent */
        Outcome write(List<KeyWrite> writes, Turn turn) throws InterruptedException;

        /** Reads one key. @param version the newest that was acknowledged before */
        Outcome read(long key, int version, Turn turn) throws InterruptedException;

        /** Returns the parts that the last acknowledged read saw. */
        List<ObservedValue> seen();
    }
}
