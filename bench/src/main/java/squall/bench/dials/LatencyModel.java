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
}
