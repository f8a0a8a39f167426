package squall.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import squall.cli.Figures;
import squall.report.chart.Charts;
import squall.report.model.Document;
import squall.report.model.Evidence;
import squall.report.model.Expectation;
import squall.report.model.Grid;
import squall.report.model.Status;
import squall.report.model.Tile;
import squall.report.model.Tone;
import squall.report.model.Verdict;
import squall.report.statistics.Shift;

/**
 * A comparison as it is told.
 *
 * @param first what charts are drawn from, one for each run of the first side; empty where none are drawn
 * @param second likewise
 */
public record ComparisonReport(Comparison comparison, List<Evidence> first, List<Evidence> second) implements Document {
    private static final String METHOD =
            "The unit is the run. Exact two-sided Mann-Whitney test by permutation, ties included; Holm over the metrics compared, so that the risk of any "
                    + "false alarm is 5 %; Hodges-Lehmann shifts with intervals from the exact distribution of ranks (up to 8 runs on a side) or BCa "
                    + "bootstrap over runs (above). Medians of runs: Hyndman and Fan's type 8. Percentiles within a run: HdrHistogram, from merged "
                    + "histograms.";

    public ComparisonReport {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    @Override
    public String name() {
        return "comparison";
    }

    @Override
    public String title() {
        return "Comparison of " + names().getFirst() + " with " + names().getLast();
    }

    private List<String> names() {
        return comparison.terms().names();
    }

    @Override
    public String subtitle() {
        Entrant any = comparison.first().getFirst();
        return any.run().manifest().path("workload").asText() + " · "
                + any.run().manifest().path("db").path("product").asText() + " · "
                + comparison.first().size()
                + " runs with " + comparison.second().size();
    }

    @Override
    public Verdict verdict() {
        List<String> worse = comparison.judgedAs(Judgement.WORSE).stream()
                .map(finding -> finding.metric().key())
                .toList();
        String of = Figures.counted(comparison.findings().size(), "metric");
        if (!worse.isEmpty()) {
            return verdict(
                    Status.FAILED,
                    "regression in " + worse.size() + " of " + of + " (" + String.join(", ", worse) + ")");
        }
        return comparison.enough()
                ? verdict(Status.PASSED, "no regression is shown in " + of)
                : verdict(
                        Status.SKIPPED,
                        "cannot tell: " + of + " need " + comparison.runsNeeded() + " runs on each side");
    }

    private Verdict verdict(Status status, String headline) {
        return new Verdict(
                status, headline, OptionalInt.of(comparison.exitCode().code()), List.of());
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (comparison.first().size() == 1 && comparison.second().size() == 1) {
            warnings.add(
                    "One run on each side: descriptive, no verdict. How far two runs of the same thing are apart is not known.");
        }
        if (comparison.terms().byThreshold()) {
            warnings.add(
                    "Judged by the size of the difference where there are too few runs to test it (--fail-on-threshold).");
        }
        comparison.differences().stream()
                .filter(difference ->
                        difference.allowed() || Conditions.weight(difference.key()) == Conditions.Weight.WARNED)
                .map(difference -> (difference.allowed() ? "allowed to differ: " : "differs: ") + difference.text())
                .forEach(warnings::add);
        if (!comparison.absent().isEmpty()) {
            warnings.add("not in every run, so not compared: " + String.join(", ", comparison.absent()));
        }
        return warnings;
    }

    @Override
    public List<Tile> tiles() {
        return List.of(
                tile("Worse", Judgement.WORSE),
                tile("Better", Judgement.BETTER),
                tile("No difference shown", Judgement.NONE_SHOWN),
                tile("Cannot tell", Judgement.CANNOT_TELL));
    }

    private Tile tile(String label, Judgement judgement) {
        List<Finding> judged = comparison.judgedAs(judgement);
        return new Tile(
                label,
                Integer.toString(judged.size()),
                judged.stream().map(finding -> finding.metric().key()).collect(Collectors.joining(", ")),
                judged.isEmpty() ? Tone.PLAIN : judgement.tone());
    }

    @Override
    public List<Grid> grids() {
        return new ComparisonTables(comparison).all();
    }

    @Override
    public String leading() {
        return ComparisonTables.LEADING;
    }

    @Override
    public List<Expectation> expectations() {
        return comparison.findings().stream()
                .map(finding -> new Expectation(
                        names().getLast() + " against " + names().getFirst(),
                        finding.metric().key() + " is not worse",
                        status(finding.judgement()),
                        observed(finding)))
                .toList();
    }

    private static Status status(Judgement judgement) {
        return switch (judgement) {
            case WORSE -> Status.FAILED;
            case BETTER, NONE_SHOWN -> Status.PASSED;
            case CANNOT_TELL -> Status.SKIPPED;
        };
    }

    private String observed(Finding finding) {
        return names().getFirst() + " " + finding.first().medianText() + ", " + names().getLast() + " "
                + finding.second().medianText() + " " + finding.metric().unit()
                + finding.ratio()
                        .flatMap(Shift::interval)
                        .map(i -> ", ratio " + ComparisonTables.interval(i))
                        .orElse("")
                + (comparison.enough() ? ", p " + ComparisonTables.probabilityText(finding.adjusted()) + " (Holm)" : "")
                + ", " + finding.first().size() + " and " + finding.second().size() + " runs: "
                + finding.judgement().word();
    }

    @Override
    public String reproduce() {
        return "";
    }

    @Override
    public String method() {
        return METHOD + " Seed of the bootstrap: " + comparison.terms().seed() + ".";
    }

    @Override
    public Map<String, Object> further() {
        Map<String, Object> further = new LinkedHashMap<>();
        further.put("exit_code", comparison.exitCode().code());
        further.put("exit_meaning", comparison.exitCode().meaning());
        further.put("first", comparison.first().stream().map(Entrant::id).toList());
        further.put("second", comparison.second().stream().map(Entrant::id).toList());
        further.put("allowed_differences", comparison.terms().allowed());
        further.put("method", method());
        return further;
    }

    @Override
    public Charts charts() {
        return new ComparisonCharts(this).charts();
    }
}
