package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** TPC-C with more and more warehouses: {@code WH | tpmC | EFC % | avg | p50 | p90 | p95 | p99 | pMax}, and where it is saturated. */
final class TpccSweep {
    private static final List<Column> COLUMNS = List.of(
            new Column("wh", "warehouses"),
            new Column("tpmC", "1/min"),
            new Column("efc_pct", "%"),
            new Column("avg_ms", "ms"),
            new Column("p50_ms", "ms"),
            new Column("p90_ms", "ms"),
            new Column("p95_ms", "ms"),
            new Column("p99_ms", "ms"),
            new Column("pmax_ms", "ms"),
            new Column("remark", ""));

    private TpccSweep() {}

    static Table of(List<NamedRun> runs) throws IOException {
        List<TpccRun> steps = new ArrayList<>();
        for (NamedRun run : runs) {
            steps.add(TpccRun.of(run));
        }
        return table(steps);
    }

    /** @param steps in any order */
    static Table table(List<TpccRun> steps) {
        List<TpccRun> sorted = steps.stream()
                .sorted(Comparator.comparingLong(TpccRun::warehouses))
                .toList();
        Optional<TpccRun> saturated = TpccRun.firstSaturated(sorted);
        return new Table(
                SeedTable.TPCC_SWEEP.label(),
                "TPC-C by number of warehouses",
                List.of(),
                COLUMNS,
                sorted.stream()
                        .map(step -> row(step, saturated.equals(Optional.of(step))))
                        .toList(),
                TpccRun.notes(sorted));
    }

    private static List<TableCell> row(TpccRun step, boolean saturated) {
        List<TableCell> cells = new ArrayList<>(List.of(
                TableCell.exact(BigDecimal.valueOf(step.warehouses())),
                TableCell.rounded(step.tpmC(), 1),
                TableCell.rounded(step.efficiencyPercent(), 1)));
        step.newOrderMs().forEach(milliseconds -> cells.add(TableCell.rounded(milliseconds, 1)));
        cells.add(step.remark(saturated));
        return cells;
    }
}
