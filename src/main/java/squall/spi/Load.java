package squall.spi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Load: a source of operations, which owns its schema and data, opens sessions, and checks the data. */
public interface Load extends AutoCloseable {
    /** Lists every operation that the load may record, in the order of their ordinals. */
    List<Operation> operations();

    /**
     * Prepares tables and state for the operations. Not measured.
     *
     * @throws IOException if the database cannot be reached or refuses; the message names the address, the cause and the remedy
     */
    void setUp() throws IOException, InterruptedException;

    /** Returns the facts that the database reports; read back from it after {@link #setUp}. */
    DatabaseInfo database();

    /**
     * Receives the run directory, for a load that keeps a file of its own there. Called once, after {@link #setUp} and before the first
     * session is opened; the run does not begin if it fails.
     */
    default void keepIn(Path directory) throws IOException, InterruptedException {}

    /** Sink for events that a reader of the run's report should see while the run goes on. */
    interface EventSink {
        /**
         * Reports an event, at the time of the call; dropped before the first turn and after the end of the run. May be called by any
         * thread.
         *
         * @param type one word
         * @param detail one line for people
         * @param facts the same for programs
         */
        void report(String type, String detail, Map<String, Object> facts);
    }

    /** Receives the sink for events of the load. Called once, after {@link #keepIn} and before the first session is opened. */
    default void reportTo(EventSink sink) {}

    /** Opens session number {@code session}, from 0. May be called from several threads at once. */
    Session open(int session) throws IOException, InterruptedException;

    /**
     * Tells the load that the clock of the run has started. Called once, when all sessions are open and before any performs a turn, so
     * that every session sees what is set here; it delays the first turn and must be short.
     *
     * @param startedAtEpochMs wall-clock time of second 0: with the turns' own time added it makes stamps that no change of the wall clock
     *     disturbs
     */
    default void begins(long startedAtEpochMs) {}

    /**
     * Returns the operation that turn {@code index} of the plan would perform, so that a turn that was never sent can be charged to it;
     * null if it is known only when the turn is performed.
     */
    default @Nullable Operation planned(long index) {
        return null;
    }

    /** Returns the same for loads whose operations are not a function of the index alone. The place is valid during the call only. */
    default @Nullable Operation planned(TurnPosition place) {
        return place.deferred() ? null : planned(place.index());
    }

    /**
     * Creates instruments for the database's own metrics; the caller closes them. They do not connect before the first reading. Called
     * again during the load, on another thread, for the nodes that exist by then.
     *
     * @param pages the addresses of the servers' metrics pages; empty: the usual ones
     * @throws IllegalArgumentException if pages are named and this database has none
     */
    default List<Instrument> instruments(List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(pages + " is not supported for this database");
        }
        return List.of();
    }

    /** Creates the table in which the clients of a run sign in; the caller closes it. Empty if this database does not support it. */
    default Optional<ClientBarrier> barrier() {
        return Optional.empty();
    }

    /**
     * Lists the steps so far of the drivers whose connections all sessions share; none if each session has its own. May be called by any
     * thread.
     *
     * @param originNs {@link System#nanoTime} of second 0
     */
    default DriverSteps driverSteps(long originNs) {
        return DriverSteps.NONE;
    }

    /**
     * Checks the data after the run; the report shows the result of each check. Called after all sessions are closed.
     *
     * <p>If the database does not answer, a check has that verdict and throws nothing, so that the results of other checks stand;
     * {@code squall.check.DataCheck} makes such verdicts.
     */
    default List<CheckResult> check() throws InterruptedException {
        return List.of();
    }

    /**
     * Returns the results that need no database, such as torn reads seen by operations: the part of {@link #check} that stands if a signal
     * ends the checks. Called from any thread, after the run.
     */
    default List<CheckResult> seen() {
        return List.of();
    }

    /** Describes the progress of {@link #check}, a few words; empty if it has none. Called from any thread. */
    default String checking() {
        return "";
    }

    @Override
    void close();
}
