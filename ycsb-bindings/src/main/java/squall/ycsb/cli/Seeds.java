package squall.ycsb.cli;

import java.security.SecureRandom;
import squall.cli.CommandException;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/** Draws the seed where nobody gave one. */
final class Seeds {
    /** The origin of a drawn seed. */
    static final String DRAWN = "drawn";

    private static final int BOUND = 1_000_000_000;

    private Seeds() {}

    /** Short enough to be typed again. */
    static YcsbProperties certain(YcsbProperties properties) throws CommandException {
        if (properties.isSet(SquallProperties.SEED)) {
            return properties;
        }
        return properties.with(SquallProperties.SEED, String.valueOf(new SecureRandom().nextInt(BOUND)), DRAWN);
    }
}
