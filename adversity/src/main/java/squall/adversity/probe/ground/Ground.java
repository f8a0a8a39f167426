package squall.adversity.probe.ground;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tables of the probes in one database, and the rows of one run in them.
 *
 * <p>A run has rows of its own, which are removed when nothing was found wrong with them. Safe for use by many threads.
 */
public interface Ground extends AutoCloseable {
    /** Hears the rows of the ledger. */
    interface Rows {
        /** @param intact whether it is as {@link Entry} has it */
        void row(int writer, long number, boolean intact);
    }

    /** Makes the tables where they are missing. */
    void make() throws IOException, InterruptedException;

    /** Puts registers with these keys there, at version 0. */
    void seedRegisters(List<Integer> keys) throws IOException, InterruptedException;

    /** Puts accounts there, numbered from 0. */
    void seedAccounts(int accounts, long balance) throws IOException, InterruptedException;

    /** Puts the counter there, at 0. */
    void seedCounter() throws IOException, InterruptedException;

    /** Where lanes can lead to: a key each, on as many nodes as can be told apart. */
    List<Place> places(int perNode) throws IOException, InterruptedException;

    /** A row of the ledger. */
    Entry entry(int writer, long number);

    /** A session of its own. @param number spreads sessions over the endpoints */
    Hand hand(int number);

    /**
     * All rows of the ledger, as strongly as the database reads.
     *
     * @param writers there were
     * @param most rows that one of them has written
     */
    void survey(int writers, int most, Rows rows) throws IOException, InterruptedException;

    /** The version of each register that is there, as strongly as the database reads. */
    Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException;

    /** All accounts at one moment, as strongly as the database reads. */
    Balance balance() throws IOException, InterruptedException;

    /** The counter, as strongly as the database reads; empty if its row is not there. */
    OptionalLong counter() throws IOException, InterruptedException;

    /** Why money cannot be moved here; empty if it can. */
    Optional<String> withoutMoney();

    /** What lets this database forget what it acknowledged, by its configuration; empty if nothing does. */
    Optional<String> forgetful() throws IOException, InterruptedException;

    /**
     * Waits until no write of the run can be under way on a server any more; its sessions have been closed.
     *
     * @return whether that is so
     */
    boolean quiet() throws IOException, InterruptedException;

    /** Removes what the run left. */
    void forget() throws IOException, InterruptedException;

    @Override
    void close();
}
