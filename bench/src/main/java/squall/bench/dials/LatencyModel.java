package squall.bench.dials;

import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long the server works on one call. */
public sealed interface LatencyModel {
    /** Answers at once. */
    LatencyModel NONE = new Constant(0);

    /** The next draw, in nanoseconds. @param random the caller's own */
    long nextNs(SplittableRandom random);

    /** Always the same. */
    record Constant(long ns) implements LatencyModel {
        @Override
        public long nextNs(SplittableRandom random) {
            return ns;
        }
    }

    /** Equally likely anywhere between two lengths, both included. */
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

    /** Mostly short, sometimes long: the waiting time of a memoryless server. */
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
}
