package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import squall.spi.Durations;

/**
 * How the text of a property is read.
 *
 * @param wanted what a value must look like, for messages
 * @param reader the value, or empty if the text is none
 * @param choices what can be written, where it is one of a few words
 */
public record Format<T>(String wanted, Function<String, Optional<T>> reader, List<String> choices) {
    /** Sockets count their timeouts in milliseconds, in an int that ends here. */
    private static final Duration LONGEST = Duration.ofDays(24);

    public Format {
        choices = List.copyOf(choices);
    }

    /** Of any number of texts. */
    public Format(String wanted, Function<String, Optional<T>> reader) {
        this(wanted, reader, List.of());
    }

    /** Any text, blanks at its ends included. */
    public static Format<String> text() {
        return new Format<>("a text", Optional::of);
    }

    public static Format<Boolean> flag() {
        return new Format<>("true or false", text -> switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    /** A whole number of 64 bits: no count in Squall ends at two thousand million. */
    public static Format<Long> whole(long min) {
        return new Format<>(
                "a whole number of at least " + min, text -> wholeNumber(text).filter(number -> number >= min));
    }

    public static Format<Long> whole(long min, long max) {
        return new Format<>(
                "a whole number in [" + min + ", " + max + "]",
                text -> wholeNumber(text).filter(number -> min <= number && number <= max));
    }

    public static Format<Integer> small(int min, int max) {
        Format<Long> whole = whole(min, max);
        return new Format<>(whole.wanted(), text -> whole.reader().apply(text).map(Long::intValue));
    }

    /** A number in {@code [min, max]}. */
    public static Format<Double> number(double min, double max) {
        return new Format<>(
                "a number in [" + min + ", " + max + "]",
                text -> realNumber(text).filter(number -> min <= number && number <= max));
    }

    public static Format<Double> positive() {
        return new Format<>(
                "a number above 0",
                text -> realNumber(text).filter(number -> number > 0 && number < Double.POSITIVE_INFINITY));
    }

    public static Format<Duration> duration() {
        return new Format<>(
                Durations.WANTED + ", at most " + LONGEST.toDays() + " days",
                text -> Durations.parse(text).filter(length -> length.compareTo(LONGEST) <= 0));
    }

    /** A duration longer than none. */
    public static Format<Duration> positiveDuration() {
        return new Format<>(
                duration().wanted() + ", and above 0",
                text -> duration().reader().apply(text).filter(Duration::isPositive));
    }

    /** A duration without a part of a second. */
    public static Format<Duration> wholeSeconds() {
        return new Format<>(
                "whole seconds such as 30s, 5m or 2h, at most " + LONGEST.toDays() + " days",
                text -> duration().reader().apply(text).filter(length -> length.toNanosPart() == 0));
    }

    public static Format<String> oneOf(String... words) {
        List<String> known = List.of(words);
        return new Format<>(
                "one of " + String.join(", ", known),
                text -> Optional.of(text.strip()).filter(known::contains),
                known.stream().filter(word -> !word.isEmpty()).toList());
    }

    private static Optional<Long> wholeNumber(String text) {
        try {
            return Optional.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty(); // the caller names what was found and what is wanted
        }
    }

    private static Optional<Double> realNumber(String text) {
        try {
            return Optional.of(Double.parseDouble(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty(); // the caller names what was found and what is wanted
        }
    }
}
