package squall.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 2h}, or a bare number of seconds. */
public final class Durations {
    /** Description of the form of a value, for messages. */
    public static final String WANTED = "a duration such as 250ms, 30s, 5m or 2h";

    /** Longest one that is read: sums of such still fit into nanoseconds. */
    public static final Duration LONGEST = Duration.ofDays(24);

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

    private Durations() {}

    /** Reads a duration; empty if the text is none, or it is longer than {@link #LONGEST}. */
    public static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(form.group(1));
        String unit = form.group(2) == null ? "s" : form.group(2);
        Duration read = switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofSeconds(amount);
        };
        return Optional.of(read).filter(length -> length.compareTo(LONGEST) <= 0);
    }

    /** Writes a duration as {@link #parse} reads it, in the largest unit that divides it. @throws IllegalArgumentException unless it has whole milliseconds, 0 or more */
    public static String text(Duration length) {
        if (length.isNegative() || length.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("a duration must be of whole milliseconds, 0 or more: " + length);
        }
        if (length.toNanosPart() != 0) {
            return length.toMillis() + "ms";
        }
        if (length.toSecondsPart() != 0 || length.isZero()) {
            return length.toSeconds() + "s";
        }
        return length.toMinutesPart() != 0 ? length.toMinutes() + "m" : length.toHours() + "h";
    }

    /** Rounds up to whole seconds: not every shell's sleep takes fractions, and a timer must not go off early. */
    public static long wholeSeconds(Duration length) {
        return length.plusMillis(999).toSeconds();
    }
}
