package squall.measure.recovery;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * Impact of one fault on the load's own operations.
 *
 * @param compared while the fault was in effect
 * @param back lower bounds if the next injection began before recovery was seen
 * @param disturbed how much worse each operation was during the fault; empty if the fault was too short
 * @param recovering likewise after it was healed
 */
public record FaultImpact(
        FaultSpan span,
        Outage outage,
        BaselineComparison compared,
        WorstSeconds worst,
        RecoveryTimes back,
        LostGoodput lost,
        List<ImpactRatios> disturbed,
        List<ImpactRatios> recovering) {
    public FaultImpact {
        disturbed = List.copyOf(disturbed);
        recovering = List.copyOf(recovering);
    }

    /** @param run contains the span; later seconds may be there too */
    public static FaultImpact of(SecondSeries run, FaultSpan span, BaselineCriteria criteria) {
        Baseline baseline = criteria.baseline();
        SecondSeries watched = span.whole(run);
        Outage outage = Outage.of(watched, baseline);
        RecoveryTimes back = RecoveryTimes.of(run, span, criteria, seen(watched, outage.detectedAfterSeconds()));
        return new FaultImpact(
                span,
                outage,
                BaselineComparison.of(span.disturbed(run), baseline),
                WorstSeconds.of(watched),
                back,
                lost(watched, span, baseline, back.fromInjection()),
                ImpactRatios.of(span.disturbed(run), baseline.seconds()),
                ImpactRatios.of(span.recovering(run), baseline.seconds()));
    }

    /**
     * Returns the second in which an impact has first been seen, as {@link Outage#detectedAfterSeconds} tells; the first second if none has.
     *
     * @param known seconds from the injection on
     */
    public static long seen(SecondSeries known, Baseline baseline) {
        return seen(known, Outage.detected(known, baseline));
    }

    private static long seen(SecondSeries known, OptionalLong detectedAfterSeconds) {
        return known.from() + detectedAfterSeconds.orElse(1) - 1;
    }

    /** Returns what was lost until the system was back, or the fault was healed if that was later: until then it may relapse. */
    private static LostGoodput lost(SecondSeries watched, FaultSpan span, Baseline baseline, Recovery fromInjection) {
        return switch (fromInjection) {
            case Recovery.Recovered recovered -> {
                long back = span.injected() + recovered.after().toSeconds();
                long until = Math.max(back, span.healed().orElse(back));
                yield LostGoodput.of(watched.between(span.injected(), until), baseline, false);
            }
            case Recovery.LongerThan longer -> LostGoodput.of(watched, baseline, true);
        };
    }

    /**
     * Comparison of an interval of a run with the baseline, all operations together.
     *
     * @param goodput as a share of the baseline's median second
     * @param p99 merged, as a multiple of the baseline's; empty if nothing was acknowledged, or the baseline's is too short to be measured
     */
    public record BaselineComparison(double goodput, OptionalDouble p99) {
        static BaselineComparison of(SecondSeries stretch, Baseline baseline) {
            Histogram latency = stretch.latency();
            boolean measured = latency.getTotalCount() > 0 && baseline.p99Micros() > 0;
            return new BaselineComparison(
                    stretch.goodputPerSecond() / baseline.goodputPerSecond(),
                    measured
                            ? OptionalDouble.of((double) latency.getValueAtPercentile(99) / baseline.p99Micros())
                            : OptionalDouble.empty());
        }
    }

    /**
     * Worst seconds of an interval.
     *
     * @param goodput acknowledged operations in the second with the fewest
     * @param goodputAtS number of that second, since the run began; the first of equals
     * @param p95Ms of the second with the highest; if no operation was acknowledged, the longest waiting time so far
     */
    public record WorstSeconds(long goodput, long goodputAtS, double p95Ms) {
        static WorstSeconds of(SecondSeries watched) {
            RecoverySecond lowest = watched.stream()
                    .min(Comparator.comparingLong(RecoverySecond::goodput))
                    .orElseThrow(() -> new IllegalArgumentException("there are no seconds to find the worst of"));
            long p95 = watched.stream()
                    .mapToLong(bucket -> Math.max(
                            bucket.waitedNs() / 1000, bucket.latencies().p95Micros()))
                    .max()
                    .orElse(0);
            return new WorstSeconds(lowest.goodput(), lowest.second(), p95 / 1e3);
        }
    }

    /**
     * Unavailability of the disturbed system as its users saw it, from the injection to the end of observation.
     *
     * @param detectedAfterSeconds from the injection to the end of the first of two consecutive seconds that differ from the baseline: less
     *     than 99 % answered in time, or a p99 above the baseline's p99.9; empty: no impact was seen
     * @param outageSeconds number of seconds in which less than half was answered in time
     * @param degradedSeconds number of seconds in which less than 99 % was answered in time
     * @param spikeSeconds number of seconds in which p95 was more than twice the baseline's, or no operation was acknowledged
     */
    public record Outage(
            SecondSeries.Availability availability,
            OptionalLong detectedAfterSeconds,
            long outageSeconds,
            long degradedSeconds,
            long spikeSeconds) {
        private static final double OUT = 0.5;
        private static final double WELL = 0.99;

        static Outage of(SecondSeries watched, Baseline baseline) {
            long usualMicros = baseline.p95Micros();
            return new Outage(
                    watched.availability(),
                    detected(watched, baseline),
                    watched.count(bucket -> bucket.availability() < OUT),
                    watched.count(bucket -> bucket.availability() < WELL),
                    watched.count(bucket ->
                            bucket.waitedNs() > 0 || bucket.latencies().p95Micros() > 2 * usualMicros));
        }

        private static OptionalLong detected(SecondSeries watched, Baseline baseline) {
            for (long second = watched.from(); second + 2 <= watched.to(); second++) {
                if (unusual(watched.get(second), baseline) && unusual(watched.get(second + 1), baseline)) {
                    return OptionalLong.of(second + 1 - watched.from());
                }
            }
            return OptionalLong.empty();
        }

        private static boolean unusual(RecoverySecond bucket, Baseline baseline) {
            return bucket.availability() < WELL || bucket.latencies().p99Micros() > baseline.p999Micros();
        }
    }

    /**
     * Goodput lost: the sum of the difference to the baseline in each second.
     *
     * @param operations number of missing operations
     * @param seconds the same in seconds of baseline
     * @param noiseOperations score of an equally long part of the baseline by the same sum
     * @param atLeast whether the system was not seen to recover, so that more may have been lost
     */
    public record LostGoodput(double operations, double seconds, double noiseOperations, boolean atLeast) {
        static LostGoodput of(SecondSeries lost, Baseline baseline, boolean atLeast) {
            double operations = missing(lost, baseline);
            double perSecond = missing(baseline.seconds(), baseline)
                    / Math.max(1, baseline.seconds().seconds());
            return new LostGoodput(
                    operations, operations / baseline.goodputPerSecond(), perSecond * lost.seconds(), atLeast);
        }

        private static double missing(SecondSeries seconds, Baseline baseline) {
            return seconds.stream()
                    .mapToDouble(bucket -> Math.max(0, baseline.goodputPerSecond() - bucket.goodput()))
                    .sum();
        }
    }

    /**
     * Recovery times to the baseline.
     *
     * @param fromHealing empty if the fault was not healed during observation
     * @param ladder recovery to several shares of the baseline's goodput, by the same rule without latency
     */
    public record RecoveryTimes(Recovery fromInjection, Optional<Recovery> fromHealing, List<Rung> ladder) {
        private static final double[] SHARES = {0.80, 0.90, 0.95, 0.98, 0.99};

        /**
         * @param recovery from the healing, or from the injection if it was not healed; empty: the baseline itself does not reach this
         *     share
         */
        public record Rung(double share, Optional<Recovery> recovery) {}

        public RecoveryTimes {
            ladder = List.copyOf(ladder);
        }

        /** @param seen the second in which the impact was first seen; the injection's if none was */
        static RecoveryTimes of(SecondSeries run, FaultSpan span, BaselineCriteria criteria, long seen) {
            SecondSeries watched = span.whole(run);
            long last = span.healed().orElse(span.injected());
            return new RecoveryTimes(
                    Recovery.of(watched, criteria, span.injected(), seen),
                    span.healed().stream()
                            .mapToObj(healed -> Recovery.of(watched, criteria, healed, Math.max(healed, seen)))
                            .findFirst(),
                    DoubleStream.of(SHARES)
                            .mapToObj(share -> rung(share, watched, criteria.at(share), last))
                            .toList());
        }

        private static Rung rung(double share, SecondSeries watched, BaselineCriteria criteria, long from) {
            return new Rung(
                    share,
                    criteria.fitsBaseline() ? Optional.of(Recovery.of(watched, criteria, from)) : Optional.empty());
        }
    }
}
