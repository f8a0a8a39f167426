package squall.spi;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Workload on a target, whose options are checked and which can be driven. */
public interface PreparedWorkload {
    /**
     * Creates the schema and data of the load, unless they exist; not measured.
     *
     * @param progress receives one line for each step that takes noticeable time
     * @throws WrongDataException if loaded data differs from what was acknowledged
     */
    void fill(Consumer<String> progress) throws IOException, InterruptedException;

    /** Creates the load on that data, not yet set up; the caller closes it. */
    Load load() throws IOException, InterruptedException;

    /** Returns the default number of sessions. */
    int sessions();

    /**
     * Returns whether any session of the load may perform a turn again, as the retries of applications do: the operation is a function of
     * the turn's index, it is recorded before {@link Session#perform} returns, and applying it twice has the same effect as once.
     */
    default boolean idempotent() {
        return false;
    }

    /** Returns the default think times of its terminals; empty: full speed. */
    default Optional<ThinkTimeModel> thinking() {
        return Optional.empty();
    }
}
