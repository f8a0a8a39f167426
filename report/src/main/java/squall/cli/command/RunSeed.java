package squall.cli.command;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Seed of all random choices of a run.
 *
 * @param drawn whether it was chosen at random, because none was given
 */
public record RunSeed(long value, boolean drawn) {
    /** Upper bound, so that a seed is short enough to be typed again. */
    private static final int BOUND = 1_000_000_000;

    /** Returns the seed that was given, or else the one that the clients of a run agree on, or else a drawn one. */
    public static RunSeed of(Optional<Long> given, ClientSettings clients) {
        return given.map(seed -> new RunSeed(seed, false))
                .orElseGet(() -> new RunSeed(clients.seed().orElseGet(RunSeed::draw), true));
    }

    /** Draws a seed above 0; some peers treat 0 as no seed. */
    public static long draw() {
        return 1L + new SecureRandom().nextInt(BOUND);
    }

    /** Returns the command line that repeats the run, with the seed if it was drawn. @param option by which a seed is given */
    public List<String> reproduce(String program, List<String> words, String option) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(words);
        if (drawn) {
            command.add(option + "=" + value);
        }
        return command;
    }
}
