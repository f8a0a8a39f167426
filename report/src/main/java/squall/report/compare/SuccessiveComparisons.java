package squall.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import squall.system.CommandException;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Comparison of groups of runs, each with the group before it, as one table: versions of a database under one scenario. */
public final class SuccessiveComparisons {
    /**
     * Conditions that may differ: the cluster, which the recorded scenario names too, and how long the run was, because a version that
     * recovers later takes longer.
     */
    private static final List<String> COMPARED = List.of("cluster", "config.scenario.yaml", "length");

    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private SuccessiveComparisons() {}

    /** Returns the table; a comparison that is refused is a note. @param groups by name, in order */
    public static Table of(SequencedMap<String, List<ComparedRun>> groups) {
        var successive = new SuccessiveComparisons();
        if (groups.size() < 2) {
            successive.notes.add(
                    "Nothing to compare: only of " + String.join("", groups.keySet()) + " there are runs.");
        }
        Map.Entry<String, List<ComparedRun>> before = null;
        for (var group : groups.sequencedEntrySet()) {
            if (before != null) {
                successive.compare(before, group);
            }
            before = group;
        }
        return successive.table();
    }

    private void compare(Map.Entry<String, List<ComparedRun>> first, Map.Entry<String, List<ComparedRun>> second) {
        String which = first.getKey() + " with " + second.getKey() + ": ";
        ComparisonSettings usual = ComparisonSettings.USUAL;
        var terms = new ComparisonSettings(
                List.of(first.getKey(), second.getKey()),
                usual.metrics(),
                usual.leastEffects(),
                COMPARED,
                usual.seed(),
                usual.byThreshold());
        try {
            Comparison made = Comparison.of(first.getValue(), second.getValue(), terms);
            comparisons.add(made);
            ConditionDifferences.warnings(made.differences().stream()
                            .filter(difference -> !difference.allowed())
                            .toList())
                    .forEach(warning -> notes.add(which + warning));
            if (!made.absent().isEmpty()) {
                notes.add(which + "not in every run, so not compared: " + String.join(", ", made.absent()));
            }
        } catch (CommandException e) {
            notes.add(which + e.getMessage());
        }
    }

    private Table table() {
        Set<String> metrics = new LinkedHashSet<>();
        comparisons.forEach(comparison -> comparison
                .findings()
                .forEach(finding -> metrics.add(finding.metric().key())));
        List<List<TableCell>> rows = new ArrayList<>();
        for (String metric : metrics) {
            for (Comparison comparison : comparisons) {
                comparison.findings().stream()
                        .filter(finding -> finding.metric().key().equals(metric))
                        .forEach(finding -> rows.add(row(comparison, finding)));
            }
        }
        List<String> all = new ArrayList<>(
                List.of(
                        "a, b: medians over runs; ratio: b to a, the median over all pairs of runs, and where the true one is with 95 %; p:"
                                + " exact, by Mann and Whitney, corrected by Holm for all metrics of one pair. ~: no difference is shown."));
        all.addAll(notes);
        return new Table("comparison", "Each with the one before it", List.of(), columns(), rows, all);
    }

    private static List<Column> columns() {
        return List.of(
                Column.text("metric", "metric", 99),
                Column.text("from", "from", 40),
                Column.text("to", "to", 39),
                Column.number("a", "a", 20),
                Column.number("b", "b", 19),
                Column.number("ratio", "ratio", 18),
                Column.text("ratio_interval", "[95 %]", 15),
                Column.number("p_holm", "p (Holm)", 16),
                Column.text("verdict", "verdict", 30));
    }

    private static List<TableCell> row(Comparison comparison, MetricFinding finding) {
        List<TableCell> figures = new ComparisonTables(comparison).metric(finding);
        List<TableCell> row = new ArrayList<>(figures.subList(0, 1));
        comparison.terms().names().forEach(name -> row.add(TableCell.words(name)));
        row.addAll(figures.subList(1, figures.size()));
        return row;
    }
}
