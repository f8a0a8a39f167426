package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** TPC-C on several sizes of a cluster: {@code WH | size | tpmC | EFC % | avg ms}, and from where on each is saturated. */
final class TpccScale {
    private static final List<Column> COLUMNS = List.of(
            new Column("wh", "warehouses"),
            new Column("size", "as named"),
            new Column("tpmC", "1/min"),
            new Column("efc_pct", "%"),
            new Column("avg_ms", "ms"),
            new Column("remark", ""));

    private TpccScale() {}

    static Table of(List<NamedRun> named) throws IOException {
        List<TpccRun> runs = new ArrayList<>();
        for (NamedRun run : named) {
            if (run.name().isEmpty()) {
                throw new IllegalArgumentException("tpcc-scale: before each run stands what it ran on, as small="
                        + run.run().path() + " or 6=" + run.run().path());
            }
            runs.add(TpccRun.of(run));
        }
        return table(runs);
    }

    /** @param runs in any order; sizes are shown in the order in which they first come */
    static Table table(List<TpccRun> runs) {
        List<String> sizes = runs.stream().map(TpccRun::size).distinct().toList();
        List<TpccRun> sorted = runs.stream()
                .sorted(Comparator.comparingLong(TpccRun::warehouses)
                        .thenComparingInt(run -> sizes.indexOf(run.size())))
                .toList();
        List<TpccRun> saturated = sizes.stream()
                .map(size ->
                        sorted.stream().filter(run -> run.size().equals(size)).toList())
                .flatMap(ofSize -> TpccRun.firstSaturated(ofSize).stream())
                .toList();
        return new Table(
                SeedTable.TPCC_SCALE.label(),
                "TPC-C by number of warehouses and size of the cluster",
                List.of(),
                COLUMNS,
                sorted.stream().map(run -> row(run, saturated.contains(run))).toList(),
                TpccRun.notes(sorted));
    }

    private static List<TableCell> row(TpccRun run, boolean saturated) {
        return List.of(
                TableCell.exact(BigDecimal.valueOf(run.warehouses())),
                size(run.size()),
                whole(run.tpmC()),
                TableCell.rounded(run.efficiencyPercent(), 1),
                whole(run.meanMs()),
                run.remark(saturated));
    }

    private static TableCell size(String size) {
        return size.matches("\\d{1,9}") ? TableCell.exact(new BigDecimal(size)) : TableCell.words(size);
    }

    /** Without decimals, as the thesis has it; small ones would be nothing then. */
    private static TableCell whole(double figure) {
        return TableCell.rounded(figure, figure < 10 ? 1 : 0);
    }
}
