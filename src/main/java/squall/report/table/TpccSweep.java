package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.report.reference.Cell;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;

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

    static Sheet of(List<NamedRun> runs) throws IOException {
        List<TpccRun> steps = new ArrayList<>();
        for (NamedRun run : runs) {
            steps.add(TpccRun.of(run));
        }
        return sheet(steps);
    }

    /** @param steps in any order */
    static Sheet sheet(List<TpccRun> steps) {
        List<TpccRun> sorted = steps.stream()
                .sorted(Comparator.comparingLong(TpccRun::warehouses))
                .toList();
        Optional<TpccRun> saturated = TpccRun.firstSaturated(sorted);
        return new Sheet(
                SeedTable.TPCC_SWEEP.label(),
                "TPC-C by number of warehouses",
                List.of(),
                COLUMNS,
                sorted.stream()
                        .map(step -> row(step, saturated.equals(Optional.of(step))))
                        .toList(),
                TpccRun.notes(sorted));
    }

    private static List<Cell> row(TpccRun step, boolean saturated) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.exact(BigDecimal.valueOf(step.warehouses())),
                Cell.rounded(step.tpmC(), 1),
                Cell.rounded(step.efficiencyPercent(), 1)));
        step.newOrderMs().forEach(milliseconds -> cells.add(Cell.rounded(milliseconds, 1)));
        cells.add(step.remark(saturated));
        return cells;
    }
}
