package squall.benchbase.cli;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import squall.benchbase.config.ConfigFile;

/**
 * From which everything random follows.
 *
 * @param drawn whether nobody gave one
 */
record Seed(long value, boolean drawn) {
    /** Short enough to be typed again. */
    private static final int BOUND = 1_000_000_000;

    /** The command line's, or else the extension's, or else BenchBase's. */
    static Seed of(ConfigFile config, SquallFlags own) {
        OptionalLong extended = config.extension().seed();
        Optional<Long> given = own.seed()
                .or(() -> extended.isPresent() ? Optional.of(extended.getAsLong()) : Optional.empty())
                .or(() -> config.randomSeed().map(Integer::longValue));
        return given.map(seed -> new Seed(seed, false))
                .orElseGet(() -> new Seed(new SecureRandom().nextInt(BOUND), true));
    }

    /** For a load: without a given one it goes on with that of the load before. */
    OptionalLong given() {
        return drawn ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
