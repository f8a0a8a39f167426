package squall.ycsb.cli;

import java.security.SecureRandom;
import java.util.OptionalLong;
import squall.system.CommandException;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/** Draws the seed if none is given. */
final class SeedDrawing {
    /** The origin of a drawn seed. */
    static final String DRAWN = "drawn";

    private static final int BOUND = 1_000_000_000;

    private SeedDrawing() {}

    /** Short enough to be typed again. @param agreed of several clients, each of which must have the same */
    static YcsbProperties certain(YcsbProperties properties, OptionalLong agreed) throws CommandException {
        if (properties.isSet(SquallProperties.SEED)) {
            return properties;
        }
        return properties.with(
                SquallProperties.SEED,
                String.valueOf(agreed.orElseGet(() -> new SecureRandom().nextInt(BOUND))),
                DRAWN);
    }
}
