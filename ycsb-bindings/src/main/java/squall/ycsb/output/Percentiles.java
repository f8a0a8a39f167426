package squall.ycsb.output;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.ycsb.MeasurementProperties;

/**
 * List of the percentiles that a report shows ({@code hdrhistogram.percentiles}).
 *
 * @param values each in (0, 100], in the order of the report
 * @param warning what to tell the user if the setting could not be read and upstream's default is used instead
 */
record Percentiles(List<Double> values, Optional<String> warning) {
    private static final String PROPERTY = MeasurementProperties.PERCENTILES.name();
    private static final String DEFAULT = MeasurementProperties.PERCENTILES.fallback();

    Percentiles {
        values = List.copyOf(values);
    }

    /** Reads a comma-separated list; an unreadable one is replaced as a whole and warned of, as upstream does. */
    static Percentiles of(String text) {
        return read(text)
                .map(values -> new Percentiles(values, Optional.empty()))
                .orElseGet(() -> new Percentiles(read(DEFAULT).orElseThrow(), Optional.of(unreadable(text))));
    }

    /** Returns the name of one percentile's line: {@code 95thPercentileLatency(us)}, {@code 99.9PercentileLatency(us)}. */
    static String name(double percentile) {
        return ordinal(percentile) + "PercentileLatency(us)";
    }

    private static Optional<List<Double>> read(String text) {
        try {
            List<Double> values =
                    Arrays.stream(text.split(",", -1)).map(Double::parseDouble).toList();
            return Optional.of(values).filter(all -> all.stream().allMatch(p -> p > 0 && p <= 100));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String unreadable(String text) {
        return "[WARN] Couldn't read " + PROPERTY + " value: '" + text + "', the default of '" + DEFAULT
                + "' will be used. Expected numbers above 0 and up to 100, separated by commas.";
    }

    private static String ordinal(double percentile) {
        if (percentile != Math.rint(percentile)) {
            return Double.toString(percentile);
        }
        int whole = (int) percentile;
        return whole + suffix(whole);
    }

    private static String suffix(int number) {
        if (Stream.of(11, 12, 13).anyMatch(n -> n == number % 100)) {
            return "th";
        }
        return switch (number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }
}
