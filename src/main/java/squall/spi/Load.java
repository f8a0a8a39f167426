package squall.spi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A source of operations: owns its schema and its data, opens sessions, offers checks and headline figures. */
public interface Load extends AutoCloseable {
    /** Every kind of operation it may record, in the order of their ordinals. */
    List<Operation> operations();

    /**
     * Makes ready what the operations need: tables, prepared state. Not measured.
     *
     * @throws IOException if the database cannot be reached or refuses; the message names the address, the cause and the remedy
     */
    void setUp() throws IOException, InterruptedException;

    /** What the database really is and does, read back from it after {@link #setUp} (DESIGN 3.8). */
    DatabaseInfo database();

    /**
     * Where the files of the run are, for a load that keeps one of its own while it runs. Called once, after {@link #setUp} and before the
     * first session is opened; the run does not begin if it fails.
     */
    default void keepIn(Path directory) throws IOException, InterruptedException {}

    /** Opens session number {@code session}, from 0. May be called from several threads at once. */
    Session open(int session) throws IOException, InterruptedException;

    /**
     * The operation that turn {@code index} of the plan would perform, so that a turn which was never sent can be charged to it; null
     * if only performing it tells.
     */
    default @Nullable Operation planned(long index) {
        return null;
    }

    /** As above, for loads whose operations are not a function of the index alone. The place is valid during the call only. */
    default @Nullable Operation planned(TurnPosition place) {
        return place.deferred() ? null : planned(place.index());
    }

    /**
     * Instruments for the database's own metrics during the load, new at each call; the caller closes them. They do not connect before the
     * first reading. Called again during the load, on another thread, for the nodes that exist by then.
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

    /** Where the clients of one run sign in, new at each call; the caller closes it. Empty if this database has no place for it. */
    default Optional<ClientBarrier> barrier() {
        return Optional.empty();
    }

    /**
     * Checks the data after the run; the report shows the result of each check. Called after all sessions are closed.
     *
     * <p>A database that cannot be asked is no exception but the verdict of the check that asked it, so that it takes nothing from what
     * other checks found; {@code squall.check.DataCheck} makes such verdicts.
     */
    default List<CheckResult> check() throws InterruptedException {
        return List.of();
    }

    /**
     * What was seen of the data while operations ran, such as torn reads: the part of {@link #check} that asks no database, which stands when
     * a signal ends the checks. From any thread, after the run.
     */
    default List<CheckResult> seen() {
        return List.of();
    }

    /** How far {@link #check} has got, a few words; empty if there is nothing to tell. From any thread. */
    default String checking() {
        return "";
    }

    @Override
    void close();
}
