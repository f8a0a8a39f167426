package squall.spi;

import java.io.IOException;
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

    /** Judges the data after the run; the result of each check stands in the report. Called after all sessions are closed. */
    default List<CheckResult> check() throws IOException, InterruptedException {
        return List.of();
    }

    @Override
    void close();
}
