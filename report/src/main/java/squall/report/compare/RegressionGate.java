package squall.report.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.Comparison.MetricFamily;
import squall.report.compare.ConditionDifferences.ConditionDifference;
import squall.report.statistics.ExceedancePlan;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;

/**
 * Gate between earlier runs of a scenario and new ones: a limit for each figure with a false-alarm rate for all together, and a verdict that
 * waits until it is sure.
 *
 * @param plan one for all figures; each has an equal part of the risk (Bonferroni), so that the limits are known before the first new run
 * @param differences in their conditions, none of which forbids the gate
 */
public record RegressionGate(
        GateSettings settings,
        ExceedancePlan plan,
        List<ComparedRun> baseline,
        List<ComparedRun> newRuns,
        List<ConditionDifference> differences,
        List<GateFinding> findings) {
    /** Threshold of CockroachDB's rule: goodput under the fault, as a share of the baseline's (issue 169659 of cockroachdb/cockroach). */
    static final double COCKROACHDB_SHARE = 0.8;

    private static final String GOODPUT_SHARE = ".goodput_share";

    /** Figures of a fault that are judged if no others are named: seconds below half, recovery, goodput kept, and p99 as a multiple. */
    private static final List<String> FIGURES =
            List.of(".outage_s", ".back_after_injection_s", GOODPUT_SHARE, ".p99_times");

    /** Ending of the key by which a fault is found in the readings: those of controls are not primary. */
    private static final String FAULT = ".availability_percent";

    public RegressionGate {
        baseline = List.copyOf(baseline);
        newRuns = List.copyOf(newRuns);
        differences = List.copyOf(differences);
        findings = List.copyOf(findings);
    }

    /**
     * Judges the new runs.
     *
     * @param newRuns so far; none if only the limits are wanted
     * @throws CommandException if the runs are no samples of one scenario on one database, or too few; the message says how many are wanted
     */
    public static RegressionGate of(List<ComparedRun> baseline, List<ComparedRun> newRuns, GateSettings settings)
            throws CommandException {
        Comparison.requireDifferentRuns(baseline, newRuns);
        if (newRuns.size() > settings.mostRuns()) {
            throw CommandException.usage(HumanNumbers.counted(newRuns.size(), "new run")
                    + " are named, but the gate has its verdict after at most " + settings.mostRuns()
                    + "; --max-runs plans for more, before the first of them is seen");
        }
        List<ComparedRun> both =
                Stream.concat(baseline.stream(), newRuns.stream()).toList();
        List<ConditionDifference> differences = differences(baseline, newRuns, settings);
        List<ComparedMetric> family = family(both, settings);
        ExceedancePlan plan = plan(baseline.size(), family.size(), settings);
        List<GateFinding> findings = family.stream()
                .map(metric -> GateFinding.of(
                        metric, baseline, newRuns, plan, settings.comparison().leastEffect(metric.kind())))
                .toList();
        if (findings.stream().allMatch(finding -> finding.limit().isEmpty())) {
            throw CommandException.usage(
                    "no figure has a limit: fewer than " + (baseline.size() - plan.limitRank() + 1) + " of the "
                            + HumanNumbers.counted(baseline.size(), "baseline run")
                            + " have a value of any; name other runs, or figures with --metric");
        }
        return new RegressionGate(settings, plan, baseline, newRuns, differences, findings);
    }

    /** Returns the differences that a report names. The length of a run follows from how long it recovered, and is none. */
    private static List<ConditionDifference> differences(
            List<ComparedRun> baseline, List<ComparedRun> newRuns, GateSettings settings) throws CommandException {
        List<ConditionDifference> differences = new ConditionDifferences(
                        baseline,
                        newRuns.isEmpty() ? baseline : newRuns,
                        settings.comparison().allowed())
                .all().stream()
                        .filter(difference -> !difference.key().equals("length"))
                        .toList();
        ConditionDifferences.refuse(differences.stream()
                .filter(difference ->
                        difference.forbids() || (difference.key().equals("db.product") && !difference.allowed()))
                .toList());
        return differences;
    }

    private static List<ComparedMetric> family(List<ComparedRun> runs, GateSettings settings) throws CommandException {
        ComparisonSettings comparison = settings.comparison();
        if (comparison.metrics().isEmpty()) {
            List<String> usual = faults(runs).stream()
                    .flatMap(fault -> FIGURES.stream().map(fault::concat))
                    .filter(key -> runs.stream().anyMatch(run -> run.readings().containsKey(key)))
                    .toList();
            if (usual.isEmpty()) {
                throw CommandException.usage(
                        "none of the runs measured the cost of a fault: name run directories of bin/adversity run, or"
                                + " figures with --metric");
            }
            comparison = comparison.of(usual);
        }
        return MetricFamily.of(runs, comparison).metrics();
    }

    /** Returns the names of the faults of all runs, in their order. */
    private static List<String> faults(Collection<ComparedRun> runs) {
        return runs.stream()
                .flatMap(run -> run.readings().values().stream())
                .map(MetricReading::metric)
                .filter(metric -> metric.primary() && metric.key().endsWith(FAULT))
                .map(metric -> metric.key().substring(0, metric.key().length() - FAULT.length()))
                .distinct()
                .toList();
    }

    private static ExceedancePlan plan(int baselineRuns, int figures, GateSettings settings) throws CommandException {
        double risk = settings.risk() / figures;
        Optional<ExceedancePlan> plan = ExceedancePlan.of(baselineRuns, settings.mostRuns(), risk, settings.power());
        if (plan.isPresent()) {
            return plan.get();
        }
        OptionalInt needed = ExceedancePlan.earlierNeeded(baselineRuns, settings.mostRuns(), risk, settings.power());
        throw CommandException.usage(HumanNumbers.counted(baselineRuns, "baseline run")
                + (baselineRuns == 1 ? " is" : " are") + " too few for " + HumanNumbers.counted(figures, "figure")
                + " with a false-alarm rate of " + percent(settings.risk()) + ", a power of "
                + percent(settings.power()) + " and at most "
                + HumanNumbers.counted(settings.mostRuns(), "new run") + ": "
                + (needed.isPresent() ? needed.getAsInt() + " are enough" : "no number is enough")
                + "; --max-runs, --metric, --false-alarms and --power change how many");
    }

    /** Formats a rate as options take it. */
    static String percent(double rate) {
        return HumanNumbers.amount(100 * rate).replaceFirst("\\.0*$", "") + " %";
    }

    /** Returns the upper bound of the probability that any figure is called worse by chance. */
    public double falseAlarms() {
        return plan.falseAlarms() * findings.size();
    }

    /** Returns the verdict on all figures. */
    public ExceedanceVerdict verdict() {
        if (!judgedAs(ExceedanceVerdict.WORSE).isEmpty()) {
            return ExceedanceVerdict.WORSE;
        }
        return judgedAs(ExceedanceVerdict.NOT_SURE).isEmpty() ? ExceedanceVerdict.PASS : ExceedanceVerdict.NOT_SURE;
    }

    List<GateFinding> judgedAs(ExceedanceVerdict verdict) {
        return findings.stream()
                .filter(finding -> finding.verdict().equals(Optional.of(verdict)))
                .toList();
    }

    /** Returns how many more runs the verdict needs: at least, and at most. */
    public MoreRuns moreRuns() {
        List<GateFinding> open =
                verdict() == ExceedanceVerdict.NOT_SURE ? judgedAs(ExceedanceVerdict.NOT_SURE) : List.of();
        int pass = open.stream()
                .mapToInt(finding -> plan.untilPass(finding.beyond(), finding.judged()))
                .max()
                .orElse(0);
        int worse = open.stream()
                .mapToInt(finding -> plan.untilWorse(finding.beyond()))
                .min()
                .orElse(0);
        return new MoreRuns(Math.min(pass, worse), open.isEmpty() ? 0 : plan.most() - newRuns.size());
    }

    /** Number of runs that are still needed. */
    public record MoreRuns(int least, int most) {
        String text() {
            return least == most
                    ? HumanNumbers.counted(most, "more run")
                    : least + " to " + HumanNumbers.counted(most, "more run");
        }
    }

    /** Returns the new runs whose data check failed: no figure makes up for lost data. */
    List<ComparedRun> withWrongData() {
        return newRuns.stream().filter(ComparedRun::hasWrongData).toList();
    }

    public ExitCode exitCode() {
        ExitCode ofFigures = switch (verdict()) {
            case PASS -> ExitCode.OK;
            case WORSE -> ExitCode.REGRESSION;
            case NOT_SURE -> ExitCode.INVALID;
        };
        return withWrongData().isEmpty() ? ofFigures : ExitCode.worst(List.of(ofFigures, ExitCode.DATA));
    }

    /** Applies CockroachDB's rule to each run alone. */
    public List<RatioRule> cockroachdb() {
        List<RatioRule> rules = new ArrayList<>();
        for (String fault :
                faults(Stream.concat(baseline.stream(), newRuns.stream()).toList())) {
            List<Double> earlier = shares(fault, baseline);
            List<Double> shares = shares(fault, newRuns);
            if (!earlier.isEmpty() || !shares.isEmpty()) {
                rules.add(new RatioRule(fault, red(earlier), earlier.size(), red(shares), shares.size()));
            }
        }
        return rules;
    }

    private static List<Double> shares(String fault, List<ComparedRun> runs) {
        return runs.stream()
                .flatMap(run -> Stream.ofNullable(run.readings().get(fault + GOODPUT_SHARE)))
                .map(MetricReading::value)
                .toList();
    }

    private static int red(List<Double> shares) {
        return Math.toIntExact(
                shares.stream().filter(share -> share < COCKROACHDB_SHARE).count());
    }

    /** Number of runs on each side that CockroachDB's rule would call a failure. */
    public record RatioRule(String fault, int baselineRed, int baselineRuns, int newRed, int newRuns) {}
}
