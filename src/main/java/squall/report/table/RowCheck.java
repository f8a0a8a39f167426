package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.report.model.Strikes;
import squall.report.reference.Cell;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;
import squall.results.RecordedEvent;
import squall.results.RecordedRun;

/**
 * Rows acknowledged against rows found, with nodes dead in between: {@code inserts | dead node | rows after | row# = id#}. Every row is
 * looked at, not one at random.
 */
final class RowCheck {
    /**
     * What a check of a run's data found.
     *
     * @param dead the faults that were in effect meanwhile; empty: none
     * @param verdict {@code passed}, {@code failed}, {@code undecided} or {@code skipped}
     * @param detail the check's own words, counts among them as {@code 2,000 acknowledged}
     */
    record Checked(String name, List<String> dead, String check, String verdict, String detail) {
        /** How many, in the words of the check; nothing if it does not say. */
        Cell counted(String what) {
            Matcher matcher = Pattern.compile("(\\d[\\d,]*) (?:rows )?" + what).matcher(detail);
            return matcher.find() ? Cell.count(Long.parseLong(matcher.group(1).replace(",", ""))) : Cell.NOT_STATED;
        }

        /** What does not occur in a check's words was not found, if it looked at all. */
        Cell flawed(String flaw) {
            boolean looked = verdict.equals("passed") || verdict.equals("failed");
            Cell found = counted(flaw);
            return found instanceof Cell.NotStated && looked ? Cell.count(0) : found;
        }

        Cell equal() {
            return switch (verdict) {
                case "passed" -> new Cell.Truth(true);
                case "failed" -> new Cell.Truth(false);
                default -> new Cell.Words(verdict);
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

    private RowCheck() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        List<Checked> found = new ArrayList<>();
        for (NamedRun run : runs) {
            found.addAll(checked(run));
        }
        return sheet(found);
    }

    static Sheet sheet(List<Checked> found) {
        return new Sheet(
                SeedTable.ROW_CHECK.label(),
                "Rows written while a node was dead",
                List.of(),
                COLUMNS,
                found.stream().map(RowCheck::row).toList(),
                List.of(
                        "Unknown are writes whose answer was lost: they may be there or not, and are held against nobody."));
    }

    private static List<Cell> row(Checked checked) {
        Cell acknowledged = checked.counted("acknowledged");
        Cell there = checked.counted("in the table");
        boolean whole = checked.verdict().equals("passed");
        return List.of(
                new Cell.Words(checked.name()),
                acknowledged,
                new Cell.Truth(!checked.dead().isEmpty()),
                there instanceof Cell.NotStated && whole ? acknowledged : there,
                checked.equal(),
                checked.flawed("lost"),
                checked.flawed("phantom"),
                checked.flawed("torn"),
                checked.counted("unknown"),
                new Cell.Words(checked.dead().isEmpty() ? "-" : String.join(", ", checked.dead())),
                new Cell.Words(checked.check()));
    }

    private static List<Checked> checked(NamedRun named) throws IOException {
        RecordedRun run = named.run();
        List<String> dead = dead(run);
        List<Checked> found = new ArrayList<>();
        for (JsonNode check : named.summary().path("checks")) {
            if (CHECKS.contains(check.path("name").asText())) {
                found.add(new Checked(
                        named.label(),
                        dead,
                        check.path("name").asText(),
                        check.path("verdict").asText(),
                        check.path("detail").asText()));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    run.path()
                            + " has no check of its rows: such are the probe 'ledger' of bin/adversity, and the checks of loads without --no-verify");
        }
        return found;
    }

    /** Which nodes were seen to be struck. */
    private static List<String> dead(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals("effective"))
                .map(RecordedEvent::json)
                .filter(event -> event.path("ok").asBoolean(true)
                        && deadly(event.path("fault").asText()))
                .map(Strikes::blow)
                .distinct()
                .toList();
    }

    private static boolean deadly(String fault) {
        return DEADLY.stream().anyMatch(fault::startsWith);
    }
}
