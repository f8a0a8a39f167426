package squall.bench.dials;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as dials write them, with the fine units that {@link squall.spi.Durations} has no use for. */
final class FineDurations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ns|us|ms|s)");

    private FineDurations() {}

    /** @throws IllegalArgumentException if the text is no such length */
    static long parseNs(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("expected a duration such as 150us, 20ms or 3s, not '" + text + "'");
        }
        return Long.parseLong(form.group(1)) * unitNs(form.group(2));
    }

    private static long unitNs(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            default -> 1_000_000_000;
        };
    }
}
