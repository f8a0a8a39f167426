package squall.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.report.statistics.Holm;

/**
 * Two sides compared: the unit is the run, never a second of it, because seconds of one run are not independent of each other.
 *
 * @param differences in their conditions, none of which forbids the comparison
 * @param findings the family of metrics, in the order in which runs tell them
 * @param absent keys of metrics of the family that not all runs have
 */
public record Comparison(
        Terms terms,
        List<Entrant> first,
        List<Entrant> second,
        List<Difference> differences,
        List<Finding> findings,
        List<String> absent) {
    public Comparison {
        first = List.copyOf(first);
        second = List.copyOf(second);
        differences = List.copyOf(differences);
        findings = List.copyOf(findings);
        absent = List.copyOf(absent);
    }

    /** @throws CommandException if the sides are no two samples of the same thing; the message says in what they differ */
    public static Comparison of(List<Entrant> first, List<Entrant> second, Terms terms) throws CommandException {
        requireDifferentRuns(first, second);
        List<Difference> differences = new Differences(first, second, terms.allowed()).all();
        Differences.refuse(differences.stream().filter(Difference::forbids).toList());
        List<Entrant> both = Stream.concat(first.stream(), second.stream()).toList();
        List<Metric> family = Family.of(both, terms).metrics();
        List<String> absent = family.stream()
                .map(Metric::key)
                .filter(key -> !everywhere(key, both))
                .toList();
        List<Finding> findings = family.stream()
                .filter(metric -> !absent.contains(metric.key()))
                .map(metric ->
                        Finding.of(metric, sample(metric.key(), first), sample(metric.key(), second), terms.seed()))
                .toList();
        if (findings.isEmpty()) {
            throw refused("there is no metric that all runs have");
        }
        return new Comparison(terms, first, second, differences, judged(findings, terms), absent);
    }

    private static void requireDifferentRuns(List<Entrant> first, List<Entrant> second) throws CommandException {
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
        return new CommandException(ExitCode.USAGE, "cannot compare: " + why);
    }

    private static boolean everywhere(String key, List<Entrant> runs) {
        return runs.stream().allMatch(run -> run.readings().containsKey(key));
    }

    private static Sample sample(String key, List<Entrant> side) {
        return new Sample(side.stream()
                .flatMap(run -> Optional.ofNullable(run.readings().get(key)).stream())
                .toList());
    }

    /** With too few runs nothing is tested at all. */
    private static List<Finding> judged(List<Finding> findings, Terms terms) {
        if (!enough(findings)) {
            return findings.stream()
                    .map(finding ->
                            finding.untested(terms.leastEffect(finding.metric().kind()), terms.byThreshold()))
                    .toList();
        }
        List<Double> adjusted = Holm.adjusted(
                findings.stream().map(finding -> finding.test().p()).toList());
        List<Finding> judged = new ArrayList<>();
        for (Finding finding : findings) {
            judged.add(finding.judged(
                    adjusted.get(judged.size()),
                    terms.leastEffect(finding.metric().kind())));
        }
        return judged;
    }

    private static boolean enough(List<Finding> findings) {
        Finding any = findings.getFirst();
        return Holm.enough(any.first().size(), any.second().size(), findings.size(), Terms.RISK);
    }

    /** Whether there are enough runs for a family of so many metrics to show anything. */
    public boolean enough() {
        return enough(findings);
    }

    /** On each side, for this family. */
    public int runsNeeded() {
        return Holm.runsNeeded(findings.size(), Terms.RISK);
    }

    public List<Finding> judgedAs(Judgement judgement) {
        return findings.stream()
                .filter(finding -> finding.judgement() == judgement)
                .toList();
    }

    public ExitCode exitCode() {
        return judgedAs(Judgement.WORSE).isEmpty() ? ExitCode.OK : ExitCode.REGRESSION;
    }
}
