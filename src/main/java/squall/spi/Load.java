package squall.spi;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source of operations: owns its schema and its data, opens sessions, offers checks and headline figures. */
public interface Load extends AutoCloseable {
    /** Every kind of operation it may record, in the order of their ordinals. */
    List<Operation> operations();

    /**
     * Makes ready what the operations need: tables, prepared state. Not measured.
     *
     * @throws IOException if the database cannot be reached or refuses; the message says what, where, found and wanted
     */
    void setUp() throws IOException, InterruptedException;

    /** What the database really is and does, read back from it after {@link #setUp} (DESIGN 3.8). */
    Database database();

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
    default @Nullable Operation planned(Place place) {
        return place.deferred() ? null : planned(place.index());
    }

    /**
     * What reads figures of the database's own work beside the load, made anew at each call; the caller's to close. Nothing is connected
     * to before the first reading. Asked again while the load runs, on another thread, for the nodes that there are by then.
     *
     * @param pages where the user says that the servers publish their figures; empty: where such servers usually do
     * @throws IllegalArgumentException if pages are named and this database has none
     */
    default List<Instrument> instruments(List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException("nobody knows what " + pages + " would tell of this database");
        }
        return List.of();
    }

    /** Judges the data after the run; the result of each check stands in the report. Called after all sessions are closed. */
    default List<CheckResult> check() throws IOException, InterruptedException {
        return List.of();
    }

    @Override
    void close();
}
