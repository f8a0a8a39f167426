package squall.bench.dials;

import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Model of the time that the server works on one call. */
public sealed interface LatencyModel {
    /** Model of a server that answers at once. */
    LatencyModel NONE = new Constant(0);

    /** Draws the next latency, in nanoseconds. @param random the caller's own */
    long nextNs(SplittableRandom random);

    /** Model in which every latency is the same. */
    record Constant(long ns) implements LatencyModel {
        @Override
        public long nextNs(SplittableRandom random) {
            return ns;
        }
    }

    /** Model in which a latency is equally likely anywhere between two bounds, both included. */
    record Uniform(long fromNs, long toNs) implements LatencyModel {
        public Uniform {
            if (fromNs > toNs) {
                throw new IllegalArgumentException(
                        "uniform needs the shorter duration first: " + fromNs + " ns, " + toNs + " ns");
            }
        }

        @Override
        public long nextNs(SplittableRandom random) {
            return random.nextLong(fromNs, toNs + 1);
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
     * Reads {@code 200us}, {@code uniform(100us,300us)} or {@code exponential(200us)}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static LatencyModel parse(String text) {
        Matcher form = Pattern.compile("(uniform|exponential)\\(([^,()]+)(?:,([^,()]+))?\\)")
                .matcher(text.strip());
        if (!form.matches()) {
            return new Constant(FineDurations.parseNs(text));
        }
        boolean two = form.group(3) != null;
        if (two != form.group(1).equals("uniform")) {
            throw new IllegalArgumentException("expected uniform(FROM,TO) or exponential(MEAN), not '" + text + "'");
        }
        long first = FineDurations.parseNs(form.group(2));
        return two ? new Uniform(first, FineDurations.parseNs(form.group(3))) : new Exponential(first);
    }

    /** Parser of durations in fine units, for which {@link squall.spi.Durations} has no use. */
    final class FineDurations {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ns|us|ms|s)");

        private FineDurations() {}

        /** Reads a duration. @throws IllegalArgumentException if the text is none */
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
}
