package squall.benchbase.cli;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import squall.benchbase.config.ConfigFile;

/**
 * From which everything random follows.
 *
 * @param drawn whether it was chosen at random, because none was given
 */
record RandomSeed(long value, boolean drawn) {
    /** Short enough to be typed again. */
    private static final int BOUND = 1_000_000_000;

    /** The command line's, or else the extension's, or else BenchBase's. @param agreed of several clients where there is none of these */
    static RandomSeed of(ConfigFile config, SquallFlags own, OptionalLong agreed) {
        OptionalLong extended = config.extension().seed();
        Optional<Long> given = own.seed()
                .or(() -> extended.isPresent() ? Optional.of(extended.getAsLong()) : Optional.empty())
                .or(() -> config.randomSeed().map(Integer::longValue));
        return given.map(seed -> new RandomSeed(seed, false))
                .orElseGet(() -> new RandomSeed(agreed.orElseGet(() -> new SecureRandom().nextInt(BOUND)), true));
    }

    /** For a load: without a given one it goes on with that of the load before. */
    OptionalLong given() {
        return drawn ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
