package squall.report.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Plan of a sequential test of new values against earlier ones, whatever their distribution: the limit is an order statistic of the earlier
 * values, and the new ones are worse as soon as {@code needed} of at most {@code most} are above it.
 *
 * <p>If chance alone decides which values are the new ones, each falls between any two neighbouring earlier values with the same
 * probability, and values that have fallen attract the next as balls in Pólya's urn do. So the probability of a false alarm is exact
 * without ties, and lower with them (nonparametric prediction limit, rule k of m: Davis and McNichols, Technometrics 41, 1999). A verdict is
 * only given when further values could not change it (curtailed sampling), so looking after each value costs nothing.
 *
 * @param earlier number of earlier values
 * @param most number of new values after which there is a verdict in any case
 * @param needed number of new values above the limit that make them worse
 * @param limitRank rank of the limit among the earlier values, 1 is the highest
 * @param floorRank rank of the earlier value, 1 is the lowest, from which the smallest worsening is counted that is found with the requested
 *     power
 */
public record ExceedancePlan(int earlier, int most, int needed, int limitRank, int floorRank) {
    /** Number of earlier values beyond which no plan is searched for. */
    private static final int MOST_EARLIER = 100_000;

    /**
     * Returns the plan that finds the smallest worsening, measured on a normal distribution, so that the choice does not depend on the data.
     *
     * @param risk maximum probability of a false alarm
     * @param power minimum probability that the worsening from floor to limit is found
     * @return empty if there are too few earlier values for any plan
     */
    public static Optional<ExceedancePlan> of(int earlier, int most, double risk, double power) {
        Optional<ExceedancePlan> best = Optional.empty();
        for (int needed = 1; needed <= most; needed++) {
            Optional<ExceedancePlan> plan = of(earlier, most, needed, risk, power);
            if (plan.isPresent()
                    && (best.isEmpty() || plan.get().span() < best.get().span())) {
                best = plan;
            }
        }
        return best;
    }

    private static Optional<ExceedancePlan> of(int earlier, int most, int needed, double risk, double power) {
        OptionalInt limit = IntStream.rangeClosed(1, earlier)
                .takeWhile(rank -> exceedance(rank, earlier, most, needed) <= risk)
                .max();
        OptionalInt floor = IntStream.rangeClosed(1, earlier)
                .takeWhile(rank -> exceedance(earlier + 1 - rank, earlier, most, needed) >= power)
                .max();
        return limit.isEmpty() || floor.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExceedancePlan(
                        earlier,
                        most,
                        needed,
                        limit.getAsInt(),
                        Math.min(floor.getAsInt(), earlier + 1 - limit.getAsInt())));
    }

    /** Returns the smallest number of earlier values, above this one, for which there is a plan; empty if there is none within reason. */
    public static OptionalInt earlierNeeded(int tooFew, int most, double risk, double power) {
        for (int earlier = Math.max(1, tooFew + 1); earlier <= MOST_EARLIER; earlier += Math.max(1, earlier / 100)) {
            if (of(earlier, most, risk, power).isPresent()) {
                return OptionalInt.of(earlier);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Computes the probability that at least so many of the new values are above an earlier one, by the urn: of the gaps between the
     * earlier values {@code above} lie above it.
     */
    private static double exceedance(int above, int earlier, int most, int needed) {
        double[] chances = new double[most + 1]; // by the number of values above so far
        chances[0] = 1;
        for (int drawn = 0; drawn < most; drawn++) {
            for (int count = drawn; count >= 0; count--) {
                double next = (double) (above + count) / (earlier + 1 + drawn);
                chances[count + 1] += chances[count] * next;
                chances[count] *= 1 - next;
            }
        }
        return Arrays.stream(chances, needed, most + 1).sum();
    }

    /** Returns the probability that the new values are called worse though chance alone makes them different. */
    public double falseAlarms() {
        return exceedance(limitRank, earlier, most, needed);
    }

    /** Returns the limit. @param values the earlier ones in any order; the higher the worse */
    public double limit(double[] values) {
        return sorted(values)[earlier - limitRank];
    }

    /** Returns the earlier value that, raised to the limit, is worse with the requested power. @param values as for the limit */
    public double floor(double[] values) {
        return sorted(values)[floorRank - 1];
    }

    private double[] sorted(double[] values) {
        if (values.length != earlier) {
            throw new IllegalArgumentException("the plan is for " + earlier + " values, not " + values.length);
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Judges the new values so far. @param above number of those above the limit */
    public ExceedanceVerdict verdict(int above, int drawn) {
        if (above >= needed) {
            return ExceedanceVerdict.WORSE;
        }
        return untilPass(above, drawn) == 0 ? ExceedanceVerdict.PASS : ExceedanceVerdict.NOT_SURE;
    }

    /** Returns how many more values, none of them above the limit, make a pass. */
    public int untilPass(int above, int drawn) {
        return Math.max(0, most - needed + 1 - (drawn - above));
    }

    /** Returns how many more values, all of them above the limit, make the new ones worse. */
    public int untilWorse(int above) {
        return Math.max(0, needed - above);
    }

    /** Returns the distance of limit and floor in standard deviations of a normal distribution. */
    private double span() {
        return normal(earlier + 1 - limitRank) - normal(floorRank);
    }

    private double normal(int rank) {
        return Bootstrap.NormalDistribution.quantile((double) rank / (earlier + 1));
    }

    /** Verdict on the new values so far. */
    public enum ExceedanceVerdict {
        /** Verdict that no further value could make them worse. */
        PASS,
        WORSE,
        NOT_SURE
    }
}
