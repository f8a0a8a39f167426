package squall.apps.run;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.ObservedValue;
import squall.spi.CheckResult;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;

/** One workload's tables on one database, and the ways to work on them. Messages of failures say what, where and found. */
public interface AppTables extends AutoCloseable {
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

    /** What is there under our keys. */
    void survey(SampleApp.SurveyedRows rows) throws IOException, InterruptedException;

    /** What else must hold after the last write. @param writes how they ended */
    List<CheckResult> check(SampleApp.WriteOutcomes writes) throws InterruptedException;

    DatabaseInfo describe() throws IOException, InterruptedException;

    /** Whether a read may see a part of what one write made, by the model of this database. */
    boolean splits();

    /** Whether a read may miss what was acknowledged before it, because it was asked for so. */
    boolean staleReads();

    /** @param batch how many keys one write may have */
    KeyValueClient client(int session, int batch) throws IOException, InterruptedException;

    /** Where the clients of one run sign in; as {@link squall.spi.Load#barrier}. */
    Optional<ClientBarrier> barrier();

    /** What reads figures of the database's own; as {@link squall.spi.Load#instruments}. */
    List<Instrument> instruments(List<URI> pages);

    @Override
    void close();

    /** How one session writes and reads keys. One thread at a time, except {@link #abort}. */
    interface KeyValueClient extends AutoCloseable {
        /** Writes these keys as a whole. @throws InterruptedException if nothing was sent */
        Outcome write(List<KeyWrite> writes, Turn turn) throws InterruptedException;

        /** Reads one key. @param version the newest that was acknowledged before */
        Outcome read(long key, int version, Turn turn) throws InterruptedException;

        /** What the last acknowledged read saw, part by part. */
        List<ObservedValue> seen();

        /** How often the last write or read was sent, at least 1. */
        int attempts();

        /** Ends a call that another thread is blocked in. From any thread; does not block. */
        void abort();

        @Override
        void close();
    }
}
