package squall.check.isolation;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.measure.RandomStream;

/**
 * Share of a load's keys whose operations are judged: the same keys in each session and run, spread over all of them. Immutable.
 *
 * @param percent above 0, at most 100
 */
public record KeyShare(double percent) {
    /** All keys. */
    public static final KeyShare ALL = new KeyShare(100);

    private static final Pattern PERCENTAGE = Pattern.compile("(\\d+(?:\\.\\d+)?)%?");

    /** Parses a percentage as typed, {@code 25} or {@code 25%}; empty: all keys. @throws IllegalArgumentException if it is none */
    static KeyShare of(String typed) {
        if (typed.isEmpty()) {
            return ALL;
        }
        Matcher found = PERCENTAGE.matcher(typed.strip());
        double percent = found.matches() ? Double.parseDouble(found.group(1)) : 0;
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("must be a percentage above 0 and at most 100, not '" + typed + "'");
        }
        return new KeyShare(percent);
    }

    /** Returns the percentage as it is typed, {@code 25}. */
    public String text() {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    public boolean whole() {
        return percent >= 100;
    }

    public boolean contains(long key) {
        return whole() || (RandomStream.mix(key) >>> 11) * 0x1.0p-53 * 100 < percent;
    }
}
