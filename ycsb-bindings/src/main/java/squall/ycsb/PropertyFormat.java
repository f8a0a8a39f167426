package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import squall.spi.Durations;

/**
 * Format of a property's text.
 *
 * @param wanted what a value must look like, for messages
 * @param reader the value, or empty if the text is none
 * @param choices what can be written, where it is one of a few words
 */
public record PropertyFormat<T>(String wanted, Function<String, Optional<T>> reader, List<String> choices) {
    /** Sockets count their timeouts in milliseconds, in an int that ends here. */
    private static final Duration LONGEST = Duration.ofDays(24);

    public PropertyFormat {
        choices = List.copyOf(choices);
    }

    /** Creates a format with any number of possible texts. */
    public PropertyFormat(String wanted, Function<String, Optional<T>> reader) {
        this(wanted, reader, List.of());
    }

    /** Accepts any text, blanks at its ends included. */
    public static PropertyFormat<String> text() {
        return new PropertyFormat<>("a text", Optional::of);
    }

    public static PropertyFormat<Boolean> flag() {
        return new PropertyFormat<>(
                "true or false", text -> switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                });
    }

    /** Accepts a whole number of 64 bits: no count in Squall ends at two thousand million. */
    public static PropertyFormat<Long> whole(long min) {
        return new PropertyFormat<>(
                "a whole number of at least " + min, text -> wholeNumber(text).filter(number -> number >= min));
    }

    public static PropertyFormat<Long> whole(long min, long max) {
        return new PropertyFormat<>(
                "a whole number in [" + min + ", " + max + "]",
                text -> wholeNumber(text).filter(number -> min <= number && number <= max));
    }

    public static PropertyFormat<Integer> small(int min, int max) {
        PropertyFormat<Long> whole = whole(min, max);
        return new PropertyFormat<>(
                whole.wanted(), text -> whole.reader().apply(text).map(Long::intValue));
    }

    /** Accepts a number in {@code [min, max]}. */
    public static PropertyFormat<Double> number(double min, double max) {
        return new PropertyFormat<>(
                "a number in [" + min + ", " + max + "]",
                text -> realNumber(text).filter(number -> min <= number && number <= max));
    }

    public static PropertyFormat<Double> positive() {
        return new PropertyFormat<>(
                "a number above 0",
                text -> realNumber(text).filter(number -> number > 0 && number < Double.POSITIVE_INFINITY));
    }

    public static PropertyFormat<Duration> duration() {
        return new PropertyFormat<>(
                Durations.WANTED + ", at most " + LONGEST.toDays() + " days",
                text -> Durations.parse(text).filter(length -> length.compareTo(LONGEST) <= 0));
    }

    /** Accepts a duration above zero. */
    public static PropertyFormat<Duration> positiveDuration() {
        return new PropertyFormat<>(
                duration().wanted() + ", and above 0",
                text -> duration().reader().apply(text).filter(Duration::isPositive));
    }

    /** Accepts a duration of whole seconds. */
    public static PropertyFormat<Duration> wholeSeconds() {
        return new PropertyFormat<>(
                "whole seconds such as 30s, 5m or 2h, at most " + LONGEST.toDays() + " days",
                text -> duration().reader().apply(text).filter(length -> length.toNanosPart() == 0));
    }

    public static PropertyFormat<String> oneOf(String... words) {
        List<String> known = List.of(words);
        List<String> shown = known.stream().filter(word -> !word.isEmpty()).toList();
        return new PropertyFormat<>(
                "one of " + String.join(", ", shown),
                text -> Optional.of(text.strip()).filter(known::contains),
                shown);
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
