package squall.tpcc.loading;

import java.util.SplittableRandom;

/**
 * Seed of all values of a load that begins. A load that was interrupted, or begun by another client, keeps the seed that it began with.
 *
 * @param required whether a load that began with another seed is refused instead
 */
public record LoadSeed(long value, boolean required) {
    /** Returns a seed that was given: a load has this one, or is refused. */
    public static LoadSeed required(long value) {
        return new LoadSeed(value, true);
    }

    /** Returns a seed for a load that begins here. */
    public static LoadSeed unlessBegun(long value) {
        return new LoadSeed(value, false);
    }

    /** Draws a seed for a load that begins here. */
    public static LoadSeed drawn() {
        return unlessBegun(new SplittableRandom().nextLong(Integer.MAX_VALUE));
    }
}
