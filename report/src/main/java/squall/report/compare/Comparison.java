package squall.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.report.compare.ConditionDifferences.ConditionDifference;
import squall.report.statistics.MannWhitney.HolmCorrection;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * Comparison of two sides: the unit is the run, never a second of it, because seconds of one run are not independent of each other.
 *
 * @param differences in their conditions, none of which forbids the comparison
 * @param findings the family of metrics, in the order in which runs report them
 * @param absent keys of metrics of the family that not all runs have
 */
public record Comparison(
        ComparisonSettings terms,
        List<ComparedRun> first,
        List<ComparedRun> second,
        List<ConditionDifference> differences,
        List<MetricFinding> findings,
        List<String> absent) {
    public Comparison {
        first = List.copyOf(first);
        second = List.copyOf(second);
        differences = List.copyOf(differences);
        findings = List.copyOf(findings);
        absent = List.copyOf(absent);
    }

    /** @throws CommandException if the sides are no two samples of the same thing; the message says in what they differ */
    public static Comparison of(List<ComparedRun> first, List<ComparedRun> second, ComparisonSettings terms)
            throws CommandException {
        requireDifferentRuns(first, second);
        List<ConditionDifference> differences = new ConditionDifferences(first, second, terms.allowed()).all();
        ConditionDifferences.refuse(
                differences.stream().filter(ConditionDifference::forbids).toList());
        List<ComparedRun> both = Stream.concat(first.stream(), second.stream()).toList();
        List<ComparedMetric> family = MetricFamily.of(both, terms).metrics();
        List<String> absent = family.stream()
                .map(ComparedMetric::key)
                .filter(key -> !everywhere(key, both))
                .toList();
        List<MetricFinding> findings = family.stream()
                .filter(metric -> !absent.contains(metric.key()))
                .map(metric -> MetricFinding.of(
                        metric, sample(metric.key(), first), sample(metric.key(), second), terms.seed()))
                .toList();
        if (findings.isEmpty()) {
            throw refused("there is no metric that all runs have");
        }
        return new Comparison(terms, first, second, differences, judged(findings, terms), absent);
    }

    /** Checks the requested metrics, before runs are made to be compared with this one. @throws CommandException if it lacks one */
    public static void requireMetrics(ComparedRun run, ComparisonSettings terms) throws CommandException {
        MetricFamily.requireKnown(terms.metrics(), run.readings().keySet());
    }

    /** Refuses runs that are named twice. */
    static void requireDifferentRuns(List<ComparedRun> first, List<ComparedRun> second) throws CommandException {
        List<String> ids = new ArrayList<>();
        first.forEach(run -> ids.add(run.id()));
        second.forEach(run -> ids.add(run.id()));
        for (String id : ids) {
            if (ids.indexOf(id) != ids.lastIndexOf(id)) {
                throw refused("run " + id + " is named twice");
            }
        }
    }

    private static CommandException refused(String why) {
        return CommandException.usage("cannot compare: " + why);
    }

    private static boolean everywhere(String key, List<ComparedRun> runs) {
        return runs.stream().allMatch(run -> run.readings().containsKey(key));
    }

    private static MetricFinding.MetricValues sample(String key, List<ComparedRun> side) {
        return new MetricFinding.MetricValues(side.stream()
                .flatMap(run -> Optional.ofNullable(run.readings().get(key)).stream())
                .toList());
    }

    /** Judges the findings; with too few runs nothing is tested at all. */
    private static List<MetricFinding> judged(List<MetricFinding> findings, ComparisonSettings terms) {
        if (!enough(findings)) {
            return findings.stream()
                    .map(finding ->
                            finding.untested(terms.leastEffect(finding.metric().kind()), terms.byThreshold()))
                    .toList();
        }
        List<Double> adjusted = HolmCorrection.adjusted(
                findings.stream().map(finding -> finding.test().p()).toList());
        List<MetricFinding> judged = new ArrayList<>();
        for (MetricFinding finding : findings) {
            judged.add(finding.judged(
                    adjusted.get(judged.size()),
                    terms.leastEffect(finding.metric().kind())));
        }
        return judged;
    }

    private static boolean enough(List<MetricFinding> findings) {
        MetricFinding any = findings.getFirst();
        return HolmCorrection.enough(any.first().size(), any.second().size(), findings.size(), ComparisonSettings.RISK);
    }

    /** Returns whether there are enough runs for a family of so many metrics to show anything. */
    public boolean enough() {
        return enough(findings);
    }

    /** Returns the minimum number of runs on each side, for this family. */
    public int runsNeeded() {
        return HolmCorrection.runsNeeded(findings.size(), ComparisonSettings.RISK);
    }

    public List<MetricFinding> judgedAs(MetricFinding.MetricJudgement judgement) {
        return findings.stream()
                .filter(finding -> finding.judgement() == judgement)
                .toList();
    }

    /** Returns the runs of both sides. */
    List<ComparedRun> runs() {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Returns the runs of either side whose data check failed. */
    List<ComparedRun> withWrongData() {
        return runs().stream().filter(ComparedRun::hasWrongData).toList();
    }

    public ExitCode exitCode() {
        if (!withWrongData().isEmpty()) {
            return ExitCode.DATA;
        }
        return judgedAs(MetricFinding.MetricJudgement.WORSE).isEmpty() ? ExitCode.OK : ExitCode.REGRESSION;
    }

    /**
     * Family of the metrics that are tested together.
     *
     * @param metrics in the order in which runs report them
     */
    record MetricFamily(List<ComparedMetric> metrics) {
        public MetricFamily {
            metrics = List.copyOf(metrics);
        }

        /**
         * Selects the wanted metrics of these runs.
         *
         * @throws CommandException if one that is requested by its key is in no run
         */
        public static MetricFamily of(List<ComparedRun> runs, ComparisonSettings terms) throws CommandException {
            Map<String, ComparedMetric> known = new LinkedHashMap<>();
            runs.forEach(run -> run.readings().forEach((key, reading) -> known.putIfAbsent(key, reading.metric())));
            requireKnown(terms.metrics(), known.keySet());
            return new MetricFamily(known.values().stream().filter(terms::wants).toList());
        }

        private static void requireKnown(List<String> metrics, Set<String> known) throws CommandException {
            for (String wanted : metrics) {
                if (known.stream().noneMatch(key -> ComparisonSettings.matches(wanted, key))) {
                    throw CommandException.usage("no run has a metric '" + wanted + "'"
                            + NearestName.hint(wanted, known) + "; known are " + String.join(", ", known));
                }
            }
        }
    }
}
