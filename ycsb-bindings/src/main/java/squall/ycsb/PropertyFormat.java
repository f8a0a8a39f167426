package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import squall.cli.command.RunOption.ValueFormat;
import squall.spi.Durations;

/** Format of the text of a property. */
public final class PropertyFormat {
    /** Sockets count their timeouts in milliseconds, in an int that ends here. */
    private PropertyFormat() {}

    /** Accepts any text, blanks at its ends included. */
    public static ValueFormat<String> text() {
        return new ValueFormat<>("a text", Optional::of);
    }

    public static ValueFormat<Boolean> flag() {
        return new ValueFormat<>("true or false", text -> switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    /** Accepts a whole number of 64 bits: no count in Squall ends at two thousand million. */
    public static ValueFormat<Long> whole(long min) {
        return new ValueFormat<>(
                "a whole number of at least " + min,
                text -> ValueFormat.number(text, Long::valueOf).filter(number -> number >= min));
    }

    public static ValueFormat<Long> whole(long min, long max) {
        return new ValueFormat<>(
                "a whole number in [" + min + ", " + max + "]",
                text -> ValueFormat.number(text, Long::valueOf).filter(number -> min <= number && number <= max));
    }

    public static ValueFormat<Integer> small(int min, int max) {
        ValueFormat<Long> whole = whole(min, max);
        return new ValueFormat<>(
                whole.wanted(), text -> whole.reader().apply(text).map(Long::intValue));
    }

    /** Accepts a number in {@code [min, max]}. */
    public static ValueFormat<Double> number(double min, double max) {
        return new ValueFormat<>(
                "a number in [" + min + ", " + max + "]",
                text -> ValueFormat.number(text, Double::valueOf).filter(number -> min <= number && number <= max));
    }

    public static ValueFormat<Double> positive() {
        return new ValueFormat<>(
                "a number above 0",
                text -> ValueFormat.number(text, Double::valueOf)
                        .filter(number -> number > 0 && number < Double.POSITIVE_INFINITY));
    }

    public static ValueFormat<Duration> duration() {
        return new ValueFormat<>(
                Durations.WANTED + ", at most " + Durations.LONGEST.toDays() + " days", Durations::parse);
    }

    /** Accepts a duration above zero. */
    public static ValueFormat<Duration> positiveDuration() {
        return new ValueFormat<>(
                duration().wanted() + ", and above 0",
                text -> duration().reader().apply(text).filter(Duration::isPositive));
    }

    /** Accepts a duration of whole seconds. */
    public static ValueFormat<Duration> wholeSeconds() {
        return new ValueFormat<>(
                "whole seconds such as 30s, 5m or 2h, at most " + Durations.LONGEST.toDays() + " days",
                text -> duration().reader().apply(text).filter(length -> length.toNanosPart() == 0));
    }

    public static ValueFormat<String> oneOf(String... words) {
        List<String> known = List.of(words);
        List<String> shown = known.stream().filter(word -> !word.isEmpty()).toList();
        return new ValueFormat<>(
                "one of " + String.join(", ", shown),
                text -> Optional.of(text.strip()).filter(known::contains),
                shown);
    }
}
