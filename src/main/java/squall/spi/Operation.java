package squall.spi;

/**
 * Operation: a kind of measured unit that a load performs.
 *
 * @param ordinal its place in {@link Load#operations()}, from 0
 * @param name its name in output, for example {@code READ}
 * @param part whether it is a part of another operation: timed on its own, but not counted in totals
 */
public record Operation(int ordinal, String name, boolean part) {
    public Operation {
        if (ordinal < 0) {
            throw new IllegalArgumentException("ordinal must not be negative: " + ordinal);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
