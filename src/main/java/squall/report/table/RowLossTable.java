package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.engine.phases.FaultText;
import squall.results.RecordedEvent;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * Rows acknowledged against rows found, with nodes dead in between: {@code inserts | dead node | rows after | row# = id#}. Every row is
 * looked at, not one at random.
 */
final class RowLossTable {
    /**
     * What a check of a run's data found.
     *
     * @param dead the faults that were in effect meanwhile; empty: none
     * @param verdict {@code passed}, {@code failed}, {@code undecided} or {@code skipped}
     * @param detail the check's own words, counts among them as {@code 2,000 acknowledged}
     */
    record Checked(String name, List<String> dead, String check, String verdict, String detail) {
        /** How many, in the words of the check; nothing if it does not say. */
        TableCell counted(String what) {
            Matcher matcher = Pattern.compile("(\\d[\\d,]*) (?:rows )?" + what).matcher(detail);
            return matcher.find()
                    ? TableCell.count(Long.parseLong(matcher.group(1).replace(",", "")))
                    : TableCell.NOT_STATED;
        }

        /** What does not occur in a check's words was not found, if it looked at all. */
        TableCell flawed(String flaw) {
            boolean looked = verdict.equals("passed") || verdict.equals("failed");
            TableCell found = counted(flaw);
            return found.equals(TableCell.NOT_STATED) && looked ? TableCell.count(0) : found;
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
    private static final Set<String> DEADLY = Set.of("kill", "pause", "terminate", "stop", "roll", "restart");

    private static final List<Column> COLUMNS = List.of(
            new Column("run", ""),
            new Column("inserts", "rows acknowledged"),
            new Column("dead_node", ""),
            new Column("rows_after", "rows found"),
            new Column("row_equals_id", "every row looked at"),
            new Column("lost", "rows"),
            new Column("phantom", "rows"),
            new Column("torn", "rows"),
            new Column("unknown", "rows"),
            new Column("faults", ""),
            new Column("check", ""));

    private RowLossTable() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<Checked> found = new ArrayList<>();
        for (NamedRun run : runs) {
            found.addAll(checked(run));
        }
        return table(found);
    }

    static Table table(List<Checked> found) {
        return new Table(
                SeedTable.ROW_CHECK.label(),
                "Rows written while a node was dead",
                List.of(),
                COLUMNS,
                found.stream().map(RowLossTable::row).toList(),
                List.of(
                        "Unknown are writes whose answer was lost: they may be there or not, and neither counts as an error."));
    }

    private static List<TableCell> row(Checked checked) {
        TableCell acknowledged = checked.counted("acknowledged");
        TableCell there = checked.counted("in the table");
        boolean whole = checked.verdict().equals("passed");
        return List.of(
                TableCell.words(checked.name()),
                acknowledged,
                TableCell.truth(!checked.dead().isEmpty()),
                there.equals(TableCell.NOT_STATED) && whole ? acknowledged : there,
                checked.equal(),
                checked.flawed("lost"),
                checked.flawed("phantom"),
                checked.flawed("torn"),
                checked.counted("unknown"),
                TableCell.words(checked.dead().isEmpty() ? "-" : String.join(", ", checked.dead())),
                TableCell.words(checked.check()));
    }

    private static List<Checked> checked(NamedRun named) throws IOException {
        RecordedRun run = named.run();
        List<String> dead = dead(run);
        List<Checked> found = new ArrayList<>();
        for (CheckResult check : named.summary().checks()) {
            if (CHECKS.contains(check.name())) {
                found.add(new Checked(
                        named.label(),
                        dead,
                        check.name(),
                        check.verdict().name().toLowerCase(Locale.ROOT),
                        check.detail()));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    run.path()
                            + " has no check of its rows: such are the probe 'ledger' of bin/adversity, and the checks of loads without --no-verify");
        }
        return found;
    }

    /** Which nodes were seen to be hit. */
    private static List<String> dead(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals("effective"))
                .map(RecordedEvent::step)
                .filter(step -> step.ok().orElse(true) && deadly(step.fault().orElse("")))
                .map(step -> new FaultText(step.fault().orElse(""), step.target()).text())
                .distinct()
                .toList();
    }

    private static boolean deadly(String fault) {
        return DEADLY.stream().anyMatch(fault::startsWith);
    }
}
