package squall.fake;

import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Model of the time that the server works on one call. */
sealed interface LatencyModel {
    /** Draws the next latency, in nanoseconds. @param random the caller's own */
    long nextNs(SplittableRandom random);

    /** Model in which every latency is the same. */
    record Constant(long ns) implements LatencyModel {
        @Override
        public long nextNs(SplittableRandom random) {
            return ns;
        }
    }

    /** Model of a memoryless server: latencies are mostly short, sometimes long. */
    record Exponential(long meanNs) implements LatencyModel {
        @Override
        public long nextNs(SplittableRandom random) {
            return Math.round(-Math.log1p(-random.nextDouble()) * meanNs);
        }
    }

    /**
     * Reads {@code 200us} or {@code exponential(200us)}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static LatencyModel parse(String text) {
        Matcher exponential = Pattern.compile("exponential\\((.+)\\)").matcher(text.strip());
        return exponential.matches() ? new Exponential(ns(exponential.group(1))) : new Constant(ns(text));
    }

    /** Reads a duration in units for which {@link squall.spi.Durations} has no use. */
    private static long ns(String text) {
        Matcher form = Pattern.compile("(\\d{1,9})(ns|us|ms|s)").matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "expected a duration such as 150us, 20ms or 3s, or exponential(150us), not '" + text + "'");
        }
        long unitNs = switch (form.group(2)) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            default -> 1_000_000_000;
        };
        return Long.parseLong(form.group(1)) * unitNs;
    }
}
