package squall.spi;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates loads of one kind for a command that drives them, for example under faults; found by {@link java.util.ServiceLoader}. */
public interface LoadProvider {
    /** The name users write, for example {@code tpcc}. */
    String kind();

    /** One line for lists: what it is and its most important options. */
    String summary();

    /**
     * Reads and checks the options; touches no database.
     *
     * @param options the kind, size and connection of the load, without those of pacing, which belong to the driver
     * @param target the database it will run on
     * @param seed of everything random
     * @throws IllegalArgumentException if an option is unknown or has no such value
     * @throws IOException if a file that an option names cannot be read
     */
    Offer offer(Options options, Target target, long seed) throws IOException;

    /** A load that could be driven. */
    interface Offer {
        /**
         * Creates schema and data that the operations need, unless they exist; not measured.
         *
         * @param say receives one line for each step that takes noticeable time
         * @throws WrongDataException if loaded data differs from what was acknowledged
         */
        void fill(Consumer<String> say) throws IOException, InterruptedException;

        /** The load on that data, not yet set up; the caller's to close. */
        Load load() throws IOException, InterruptedException;

        /** The default number of sessions. */
        int sessions();

        /** The default due times of its users; empty: at full speed. Think times belong to the load itself. */
        default Optional<ThinkTimeModel> thinking() {
            return Optional.empty();
        }
    }
}
