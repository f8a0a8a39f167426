package squall.spi;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes loads of one kind for whoever drives them, for example under faults; found by {@link java.util.ServiceLoader}. */
public interface LoadProvider {
    /** The name users write, for example {@code tpcc}. */
    String kind();

    /** One line for lists: what it is and its most important options. */
    String summary();

    /**
     * Reads and checks the options; touches no database.
     *
     * @param options beside those of pacing, which are the driver's: what the load is, how large, how it connects
     * @param target the database it will run on
     * @param seed of everything random
     * @throws IllegalArgumentException if an option is unknown or has no such value
     * @throws IOException if a file that an option names cannot be read
     */
    Offer offer(Options options, Target target, long seed) throws IOException;

    /** A load that could be driven. */
    interface Offer {
        /**
         * Makes schema and data that the operations need, unless they are there; not measured.
         *
         * @param say hears what takes longer than a moment
         * @throws WrongDataException if what was loaded is not there as it was acknowledged
         */
        void fill(Consumer<String> say) throws IOException, InterruptedException;

        /** The load on that data, not yet set up; the caller's to close. */
        Load load() throws IOException, InterruptedException;

        /** How many sessions suit it if nobody says. */
        int sessions();

        /** When its users want to send if nobody says; empty: as fast as they can. Seconds between turns are the load's own. */
        default Optional<Thinking> thinking() {
            return Optional.empty();
        }
    }
}
