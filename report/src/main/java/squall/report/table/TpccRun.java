package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/**
 * Result of a run of TPC-C.
 *
 * @param size of what it ran on; empty where all runs are of one size
 * @param tpmC New-Orders a minute, unaudited
 * @param newOrderMs latencies of New-Order from the intended start: the mean, then at {@link #PERCENTILES}; NaN where there were none
 * @param waits whether terminals kept keying and think times; empty if it was not recorded
 */
record TpccRun(String size, long warehouses, double tpmC, List<Double> newOrderMs, Optional<Boolean> waits) {
    static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 100.0);

    /** Efficiency below which a database does not keep up with its terminals. */
    private static final double SATURATED_PERCENT = 90;

    /** Growth of the mean latency from one step to the next where queues build up, as a factor. */
    private static final double SATURATED_TIMES = 10;

    /** Name of the counted transaction in Squall's TPC-C. */
    static final String NEW_ORDER = "NewOrder";

    TpccRun {
        newOrderMs = List.copyOf(newOrderMs);
    }

    /** @throws IllegalArgumentException if it is no run of TPC-C, or did not come to its end */
    static TpccRun of(NamedRun named) throws IOException {
        List<WorkloadFigure> figures = named.run().figures();
        double tpmC = figure(named, figures, "tpmC").value();
        double most = figure(named, figures, "efficiency").of().orElse(Double.NaN);
        Histogram latency = RunFigures.of(named, NEW_ORDER::equals).latency();
        return new TpccRun(
                named.name(),
                Math.round(most / TpccEfficiency.SPECIFIED),
                tpmC,
                milliseconds(latency),
                waits(named.run().manifest().fact("waits")));
    }

    private static Optional<Boolean> waits(JsonNode fact) {
        return fact.isBoolean() ? Optional.of(fact.booleanValue()) : Optional.empty();
    }

    private double efficiencyPercent() {
        return TpccEfficiency.percent(tpmC, warehouses, TpccEfficiency.SPECIFIED);
    }

    /** Returns the cell of the efficiency; empty without waits, where it means nothing. */
    TableCell efficiency() {
        return comparable() ? TableCell.rounded(efficiencyPercent(), 1) : TableCell.NOT_STATED;
    }

    double meanMs() {
        return newOrderMs.getFirst();
    }

    TableCell remark(boolean firstSaturated) {
        String remark = Stream.of(firstSaturated ? "first saturated" : "", comparable() ? "" : "not comparable")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return remark.isEmpty() ? TableCell.NOT_STATED : TableCell.words(remark);
    }

    /** @param sorted by warehouses, all of one size */
    static Optional<TpccRun> firstSaturated(List<TpccRun> sorted) {
        for (int i = 0; i < sorted.size(); i++) {
            TpccRun run = sorted.get(i);
            boolean leaps =
                    i > 0 && run.meanMs() >= SATURATED_TIMES * sorted.get(i - 1).meanMs();
            if ((run.comparable() && run.efficiencyPercent() < SATURATED_PERCENT) || leaps) {
                return Optional.of(run);
            }
        }
        return Optional.empty();
    }

    /** Returns notes on how to interpret the figures of these runs. */
    static List<String> notes(List<TpccRun> runs) {
        List<String> notes = new ArrayList<>(List.of(
                String.format(
                        Locale.ROOT,
                        "efc_pct = 100 x tpmC / (%.2f x wh); by the %.3f of a card deck it is %.1f %% larger. tpmC is unaudited.",
                        TpccEfficiency.SPECIFIED,
                        TpccEfficiency.OF_A_DECK,
                        100 * (TpccEfficiency.SPECIFIED / TpccEfficiency.OF_A_DECK - 1)),
                "Latencies are New-Order's, from the intended start; warm-up is left out.",
                String.format(
                        Locale.ROOT,
                        "First saturated: efficiency below %.0f %%, or a mean latency of %.0f times that of the step before.",
                        SATURATED_PERCENT,
                        SATURATED_TIMES)));
        if (!runs.stream().allMatch(TpccRun::comparable)) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Not comparable: without keying and think times (if not recorded: above %.0f %% efficiency); that is no TPC-C.",
                    TpccEfficiency.MOST_PERCENT));
        }
        return List.copyOf(notes);
    }

    private boolean comparable() {
        return waits.orElseGet(() -> efficiencyPercent() <= TpccEfficiency.MOST_PERCENT);
    }

    private static WorkloadFigure figure(NamedRun named, List<WorkloadFigure> figures, String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(named.run().path() + " has no " + name
                        + " in figures.json: name runs of bin/benchbase -b tpcc with --execute=true, or what bin/report merge"
                        + " made of them"));
    }

    private static List<Double> milliseconds(Histogram micros) {
        return DoubleStream.concat(
                        DoubleStream.of(micros.getMean()),
                        PERCENTILES.stream().mapToDouble(micros::getValueAtPercentile))
                .map(value -> micros.getTotalCount() == 0 ? Double.NaN : value / 1e3)
                .boxed()
                .toList();
    }

    /** Table of TPC-C by warehouses: {@code WH | tpmC | EFC % | avg | p50 | p90 | p95 | p99 | pMax}, and where it is saturated. */
    static final class TpccSweep {
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
            List<TableField<TpccRun>> fields = List.of(
                    new TableField<>(
                            "wh", "warehouses", step -> TableCell.exact(BigDecimal.valueOf(step.warehouses()))),
                    new TableField<>("tpmC", "1/min", step -> TableCell.rounded(step.tpmC(), 1)),
                    new TableField<>("efc_pct", "%", TpccRun::efficiency),
                    newOrder("avg_ms", 0),
                    newOrder("p50_ms", 1),
                    newOrder("p90_ms", 2),
                    newOrder("p95_ms", 3),
                    newOrder("p99_ms", 4),
                    newOrder("pmax_ms", 5),
                    new TableField<>("remark", "", step -> step.remark(saturated.equals(Optional.of(step)))));
            return Table.of(
                    PaperTable.TPCC_SWEEP.label(),
                    "TPC-C by number of warehouses",
                    TpccRun.notes(sorted),
                    fields,
                    sorted);
        }

        private static TableField<TpccRun> newOrder(String name, int figure) {
            return new TableField<>(
                    name, "ms", step -> TableCell.rounded(step.newOrderMs().get(figure), 1));
        }
    }

    /** Table of TPC-C on several sizes of a cluster: {@code WH | size | tpmC | EFC % | avg ms}, and where each is saturated. */
    static final class TpccScale {
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
                    .map(size -> sorted.stream()
                            .filter(run -> run.size().equals(size))
                            .toList())
                    .flatMap(ofSize -> TpccRun.firstSaturated(ofSize).stream())
                    .toList();
            List<TableField<TpccRun>> fields = List.of(
                    new TableField<>("wh", "warehouses", run -> TableCell.exact(BigDecimal.valueOf(run.warehouses()))),
                    new TableField<>("size", "as named", run -> size(run.size())),
                    new TableField<>("tpmC", "1/min", run -> whole(run.tpmC())),
                    new TableField<>("efc_pct", "%", TpccRun::efficiency),
                    new TableField<>("avg_ms", "ms", run -> whole(run.meanMs())),
                    new TableField<>("remark", "", run -> run.remark(saturated.contains(run))));
            return Table.of(
                    PaperTable.TPCC_SCALE.label(),
                    "TPC-C by number of warehouses and size of the cluster",
                    TpccRun.notes(sorted),
                    fields,
                    sorted);
        }

        private static TableCell size(String size) {
            return size.matches("\\d{1,9}") ? TableCell.exact(new BigDecimal(size)) : TableCell.words(size);
        }

        /** Formats a number without decimals, as the thesis has it; small ones keep one. */
        private static TableCell whole(double figure) {
            return TableCell.rounded(figure, figure < 10 ? 1 : 0);
        }
    }
}
