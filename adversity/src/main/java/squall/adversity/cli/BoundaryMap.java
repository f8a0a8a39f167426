package squall.adversity.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Function;
import squall.adversity.cli.BoundaryCell.CellVerdict;
import squall.cli.command.MaximumSearch;
import squall.report.html.HtmlTable;
import squall.spi.Durations;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.table.TextTable;

/**
 * Map of the loads, and of the times for which faults are held, at which a system recovers; its JSON is a file in the folder of results.
 *
 * @param seed of the first repeat
 * @param widthPercent to which each boundary was narrowed
 * @param cells a run each, in their order
 * @param boundaries of each repeat and hold that was searched to its end
 */
record BoundaryMap(
        int schemaVersion,
        String scenario,
        long seed,
        long widthPercent,
        List<BoundaryCell> cells,
        List<Boundary> boundaries) {
    static final int SCHEMA_VERSION = 1;
    private static final int WIDTH = 160;
    private static final String UNSTEADY = "*";
    private static final String INVALID = "!";

    BoundaryMap {
        cells = List.copyOf(cells);
        boundaries = List.copyOf(boundaries);
    }

    /**
     * Boundary of one repeat, in percent of the maximum.
     *
     * @param holdS time for which the faults were held; empty if the scenario has several, or none
     * @param recovers highest load that recovered below every one that did not; empty: none did
     * @param doesNot lowest load that did not; empty: all recovered
     */
    record Boundary(int repeat, OptionalDouble holdS, OptionalLong recovers, OptionalLong doesNot) {
        /** @param recovered whether each load that was tried recovered */
        static Boundary of(int repeat, OptionalDouble holdS, SortedMap<Long, Boolean> recovered) {
            return new Boundary(repeat, holdS, MaximumSearch.accepted(recovered), MaximumSearch.refused(recovered));
        }

        String text() {
            if (doesNot.isEmpty()) {
                return "above " + recovers.orElse(0) + " %";
            }
            return recovers.isEmpty()
                    ? "below " + doesNot.getAsLong() + " %"
                    : recovers.getAsLong() + " to " + doesNot.getAsLong() + " %";
        }

        private OptionalDouble middle() {
            return recovers.isPresent() && doesNot.isPresent()
                    ? OptionalDouble.of((recovers.getAsLong() + doesNot.getAsLong()) / 2.0)
                    : OptionalDouble.empty();
        }
    }

    /** Returns the map with a row for each load, and the boundaries. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(title()));
        lines.addAll(TextTable.lines(table(), WIDTH));
        lines.addAll(table().notes());
        boundaries.forEach(boundary ->
                lines.add("boundary of run " + boundary.repeat() + at(boundary.holdS()) + ": " + boundary.text()));
        lines.addAll(spreads());
        return lines;
    }

    /** Returns the map and the boundaries as a page. */
    String page() {
        List<TableField<Boundary>> fields = new ArrayList<>();
        fields.add(TableField.number("run", 0, boundary -> "" + boundary.repeat()));
        if (holds().size() > 1) {
            fields.add(TableField.text("hold", 0, boundary -> text(boundary.holdS())));
        }
        fields.add(TableField.text("boundary", 0, Boundary::text));
        Table found = Table.of("boundaries", fields, boundaries).with(spreads());
        return HtmlTable.page("Boundary of " + scenario, List.of(table(), found))
                .html();
    }

    private String title() {
        return "recovery after the faults of " + scenario + ", by load in percent of the maximum"
                + (holds().size() > 1 ? " and by hold of the faults" : "");
    }

    /** Returns a row for each load, with a column for each run; of several holds with a column for each hold. */
    private Table table() {
        List<TableField<Long>> fields = new ArrayList<>();
        fields.add(TableField.number("load %", 1, load -> "" + load));
        List<OptionalDouble> holds = holds();
        if (holds.size() > 1) {
            holds.forEach(hold -> fields.add(field(text(hold), load -> counts(cells(load, hold)))));
        } else {
            cells.stream()
                    .map(BoundaryCell::repeat)
                    .distinct()
                    .forEach(repeat -> fields.add(field("run " + repeat, load -> verdict(load, repeat))));
        }
        List<Long> loads = cells.stream()
                .map(BoundaryCell::loadPercent)
                .distinct()
                .sorted()
                .toList();
        Table map = Table.of("map", fields, loads);
        List<String> notes = new ArrayList<>();
        if (holds.size() > 1) {
            notes.add("2/3: two of three runs recovered; " + UNSTEADY + ": not all were steady before the faults");
        }
        if (cells.stream().anyMatch(BoundaryCell::invalid)) {
            notes.add(INVALID + ": a run that is invalid (exit 6), for example because its client could not keep up");
        }
        return map.with(notes);
    }

    private static TableField<Long> field(String heading, Function<Long, TableCell> cell) {
        return new TableField<>(Column.text(heading, heading, 0), cell);
    }

    private TableCell verdict(long load, int repeat) {
        return cells.stream()
                .filter(cell -> cell.loadPercent() == load && cell.repeat() == repeat)
                .map(cell -> TableCell.words(cell.text() + mark(List.of(cell)))
                        .in(cell.recovered() ? CellTone.GOOD : CellTone.BAD))
                .findFirst()
                .orElse(TableCell.words(""));
    }

    private List<BoundaryCell> cells(long load, OptionalDouble hold) {
        return cells.stream()
                .filter(cell -> cell.loadPercent() == load && cell.holdS().equals(hold))
                .toList();
    }

    private static String mark(List<BoundaryCell> runs) {
        return runs.stream().anyMatch(BoundaryCell::invalid) ? " " + INVALID : "";
    }

    /** Returns how many of the runs recovered. */
    private static TableCell counts(List<BoundaryCell> runs) {
        if (runs.isEmpty()) {
            return TableCell.words("");
        }
        long recovered = runs.stream().filter(BoundaryCell::recovered).count();
        boolean unsteady = runs.stream().anyMatch(cell -> cell.verdict() == CellVerdict.NO_BASELINE);
        return TableCell.words(recovered + "/" + runs.size() + (unsteady ? " " + UNSTEADY : "") + mark(runs))
                .in(recovered == runs.size() ? CellTone.GOOD : recovered == 0 ? CellTone.BAD : CellTone.MILD);
    }

    /** Returns the holds, shortest first. */
    private List<OptionalDouble> holds() {
        return cells.stream()
                .map(BoundaryCell::holdS)
                .distinct()
                .sorted(Comparator.comparingDouble(hold -> hold.orElse(0)))
                .toList();
    }

    private String at(OptionalDouble hold) {
        return holds().size() > 1 ? ", hold " + text(hold) : "";
    }

    private static String text(OptionalDouble holdS) {
        return holdS.isEmpty() ? "" : Durations.text(Duration.ofMillis(Math.round(1000 * holdS.getAsDouble())));
    }

    private List<String> spreads() {
        return holds().stream().flatMap(hold -> spread(hold).stream()).toList();
    }

    /** Tells between which loads the middle of all boundaries of a hold is; empty unless there are several and each has two ends. */
    private Optional<String> spread(OptionalDouble hold) {
        List<Boundary> same = boundaries.stream()
                .filter(boundary -> boundary.holdS().equals(hold))
                .toList();
        List<Double> middles = same.stream()
                .flatMap(boundary -> boundary.middle().stream().boxed())
                .sorted()
                .toList();
        return middles.size() < 2 || middles.size() < same.size()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "middle of the boundary%s: %.1f to %.1f %% in %d runs",
                        at(hold),
                        middles.getFirst(),
                        middles.getLast(),
                        middles.size()));
    }
}
