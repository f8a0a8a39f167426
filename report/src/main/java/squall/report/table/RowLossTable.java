package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import squall.check.DataAnomaly;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioEvent;
import squall.results.RecordedEvent;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/**
 * Table of rows acknowledged against rows found, with nodes dead in between: {@code inserts | dead node | rows after | row# = id#}. Every
 * row is checked, not one at random.
 */
final class RowLossTable {
    /**
     * Result of a check of a run's data.
     *
     * @param dead the faults that were in effect meanwhile; empty: none
     * @param verdict {@code passed}, {@code failed}, {@code undecided} or {@code skipped}
     * @param detail the check's text
     * @param figures the check's counts; empty in a run recorded before checks had them
     */
    record Checked(
            String name, List<String> dead, String check, String verdict, String detail, Map<String, Long> figures) {
        /** Finds the check of this name in a run, without the faults; its verdict is {@code not checked} if there was none. */
        static Checked of(NamedRun run, String check) {
            return run.summary().checks().stream()
                    .filter(found -> found.name().equals(check))
                    .findFirst()
                    .map(found -> of(run, List.of(), found))
                    .orElseGet(() -> new Checked(run.label(), List.of(), check, "not checked", "", Map.of()));
        }

        private static Checked of(NamedRun run, List<String> dead, CheckResult result) {
            return new Checked(
                    run.label(),
                    dead,
                    result.name(),
                    result.verdict().name().toLowerCase(Locale.ROOT),
                    result.detail(),
                    result.figures());
        }

        /** Returns a count of the check; an empty cell if it has none. */
        TableCell counted(String figure) {
            Long count = figures.get(figure);
            return count == null ? TableCell.NOT_STATED : TableCell.count(count);
        }

        boolean undecided() {
            return verdict.equals("undecided");
        }

        /** Returns the count of an anomaly; one that a check with figures does not name was not found. */
        TableCell flawed(String flaw) {
            boolean looked = verdict.equals("passed") || verdict.equals("failed");
            return looked && !figures.isEmpty()
                    ? TableCell.count(figures.getOrDefault(flaw, 0L))
                    : TableCell.NOT_STATED;
        }

        /** Returns the number of rows that are there: as many as were acknowledged if the check passed and says nothing else. */
        TableCell found() {
            TableCell there = counted(CheckResult.FOUND);
            return there.equals(TableCell.NOT_STATED) && verdict.equals("passed")
                    ? counted(CheckResult.ACKNOWLEDGED)
                    : there;
        }

        TableCell equal() {
            return switch (verdict) {
                case "passed" -> TableCell.truth(true);
                case "failed" -> TableCell.truth(false);
                default -> TableCell.words(verdict);
            };
        }
    }

    /** Checks that compare rows with what was acknowledged, under the names that loads and probes give them. */
    private static final Set<String> CHECKS =
            Set.of("ledger", "rows", "rows stored", "acknowledged writes", "acknowledged orders", "orders");

    /** Kinds of faults after which a node is dead, or as good as dead. */
    private static final Set<String> DEADLY =
            Set.of("kill", "pause", "powerCut", "terminate", "stop", "roll", "restart", "resize");

    private static final List<TableField<Checked>> FIELDS = List.of(
            TableField.words("run", checked -> checked.name()),
            new TableField<>("inserts", "rows acknowledged", checked -> checked.counted(CheckResult.ACKNOWLEDGED)),
            new TableField<>(
                    "dead_node", "", checked -> TableCell.truth(!checked.dead().isEmpty())),
            new TableField<>("rows_after", "rows found", Checked::found),
            new TableField<>("row_equals_id", "every row looked at", Checked::equal),
            new TableField<>("lost", "rows", checked -> checked.flawed(DataAnomaly.LOST.label())),
            new TableField<>("phantom", "rows", checked -> checked.flawed(DataAnomaly.PHANTOM.label())),
            new TableField<>("torn", "rows", checked -> checked.flawed(DataAnomaly.TORN.label())),
            new TableField<>("unknown", "rows", checked -> checked.counted(CheckResult.UNKNOWN)),
            TableField.words("faults", checked -> checked.dead().isEmpty() ? "-" : String.join(", ", checked.dead())),
            TableField.words("check", checked -> checked.check()));

    private RowLossTable() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Checked> found = new ArrayList<>();
        for (NamedRun run : runs) {
            found.addAll(checked(run));
        }
        return table(found);
    }

    static Table table(List<Checked> found) {
        return Table.of(
                PaperTable.ROW_CHECK.label(),
                "Rows written while a node was dead",
                List.of(
                        "Unknown are writes whose answer was lost: they may be there or not, and neither counts as an error."),
                FIELDS,
                found);
    }

    private static List<Checked> checked(NamedRun named) throws IOException {
        RecordedRun run = named.run();
        List<String> dead = dead(run);
        List<Checked> found = new ArrayList<>();
        for (CheckResult check : named.summary().checks()) {
            if (CHECKS.contains(check.name())) {
                found.add(Checked.of(named, dead, check));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    run.path()
                            + " has no check of its rows: such are the probe 'ledger' of bin/adversity, and the checks of loads without --no-verify");
        }
        return found;
    }

    /** Returns the faults that took nodes down. */
    private static List<String> dead(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.is(ScenarioEvent.EFFECTIVE))
                .map(RecordedEvent::step)
                .filter(step -> step.ok().orElse(true) && deadly(step.fault().orElse("")))
                .map(step -> new FaultText(step.fault().orElse(""), step.target()).text())
                .distinct()
                .toList();
    }

    /** Returns whether a node does not serve for a time under a fault. @param fault as shown, with its options */
    static boolean deadly(String fault) {
        return DEADLY.stream().anyMatch(fault::startsWith);
    }
}
