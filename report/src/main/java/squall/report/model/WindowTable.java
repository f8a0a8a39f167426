package squall.report.model;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Table of windows: throughput, latency and failures of each, compared with the baseline where there is one. */
record WindowTable(Optional<WindowFigures> baseline) {
    static Table of(ReportData evidence) {
        WindowTable phases = new WindowTable(evidence.baseline());
        String shading = phases.baseline.isPresent() ? " " + CellShade.RULE + "." : "";
        return Table.of(
                "phases",
                "Windows",
                List.of(
                        "ok/s: acknowledged operations. Lowest s: the fewest that completed in one whole second, of at least two. Worst p95: of the worst recorded interval (1 s; 10 s after "
                                + "the first half hour)." + shading),
                phases.fields(),
                evidence.all());
    }

    private List<TableField<WindowFigures>> fields() {
        return List.of(
                TableField.text(
                        "window",
                        "window",
                        Column.KEY,
                        window -> TableCell.words(name(window)).linked("#ph" + window.number())),
                TableField.words(
                        "kind",
                        "kind",
                        3,
                        window -> window.window().kind().name().toLowerCase(Locale.ROOT)),
                TableField.number("seconds", "length", 8, window -> length(window.seconds())),
                TableField.number(
                        "ok_per_s",
                        "ok/s",
                        20,
                        window -> TableCell.amount(window.okPerSecond())
                                .in(throughput(window, WindowFigures::okPerSecond))),
                TableField.number("delta_percent", "Δ base %", 14, this::delta),
                TableField.number("lowest_ok_per_s", "lowest s", 12, this::lowest),
                percentile("p50_ms", "p50 ms", 16, 50),
                percentile("p95_ms", "p95 ms", 13, 95),
                percentile("p99_ms", "p99 ms", 19, 99),
                percentile("p999_ms", "p99.9 ms", 15, 99.9),
                TableField.number("worst_p95_ms", "worst p95", 6, window -> worst(window.worstP95())),
                percentile("max_ms", "max ms", 10, 100),
                TableField.number(
                        "failed",
                        "failed",
                        17,
                        window -> TableCell.count(window.failed()).in(failures(window))),
                TableField.number(
                        "failed_percent",
                        "failed %",
                        9,
                        window -> TableCell.percent(window.failedShare()).in(failures(window))),
                TableField.count("retries", "retries", 5, window -> window.retries()));
    }

    private TableField<WindowFigures> percentile(String name, String heading, int importance, double percentile) {
        return TableField.number(name, heading, importance, window -> percentile(window, percentile));
    }

    /** Returns the phase, where there is one, and the window within. */
    private static String name(WindowFigures window) {
        String name = window.window().name();
        return window.phase().isEmpty() || name.contains(window.phase()) ? name : window.phase() + ": " + name;
    }

    private static TableCell length(double seconds) {
        return TableCell.figure(seconds, HumanNumbers.length(Duration.ofMillis(Math.round(seconds * 1000))));
    }

    private TableCell delta(WindowFigures window) {
        if (baseline.isEmpty() || baseline.get().equals(window)) {
            return TableCell.none();
        }
        double delta = window.percentAbove(baseline.get());
        return TableCell.figure(delta, String.format(Locale.ROOT, "%+.1f", delta));
    }

    private TableCell lowest(WindowFigures window) {
        OptionalInt lowest = window.lowestSecond();
        return lowest.isEmpty()
                ? TableCell.none()
                : TableCell.count(lowest.getAsInt())
                        .in(throughput(window, w -> w.lowestSecond().orElse(0)));
    }

    private CellTone throughput(WindowFigures window, ToDoubleFunction<WindowFigures> figure) {
        return baseline.map(base -> CellShade.low(figure.applyAsDouble(window), figure.applyAsDouble(base)))
                .orElse(CellTone.PLAIN);
    }

    private TableCell percentile(WindowFigures window, double percentile) {
        Histogram latency = window.latency();
        if (latency.getTotalCount() == 0) {
            return TableCell.none();
        }
        double milliseconds = latency.getValueAtPercentile(percentile) / 1000.0;
        return TableCell.amount(milliseconds)
                .in(baseline.filter(base -> !base.equals(window))
                        .map(base ->
                                CellShade.high(milliseconds, base.latency().getValueAtPercentile(percentile) / 1000.0))
                        .orElse(CellTone.PLAIN));
    }

    private TableCell worst(OptionalInt micros) {
        if (micros.isEmpty()) {
            return TableCell.none();
        }
        OptionalInt base = baseline.map(WindowFigures::worstP95).orElse(OptionalInt.empty());
        return TableCell.amount(micros.getAsInt() / 1000.0)
                .in(base.isEmpty() ? CellTone.PLAIN : CellShade.high(micros.getAsInt(), base.getAsInt()));
    }

    private static CellTone failures(WindowFigures window) {
        double share = window.failedShare();
        return share == 0 ? CellTone.PLAIN : share < 0.01 ? CellTone.MILD : share < 0.1 ? CellTone.WARM : CellTone.HOT;
    }

    /** Shade of a cell by how much worse than the baseline it is. */
    static final class CellShade {
        /** Shading rule as text, shown with the table. */
        static final String RULE =
                "Shaded against the baseline: latency from 1.25, 2 and 10 times, throughput from 0.9, 0.7 and 0.5 times";

        private CellShade() {}

        /** Returns the shade of a figure that is bad when it is high. */
        static CellTone high(double value, double baseline) {
            double ratio = value / baseline;
            return ratio >= 10
                    ? CellTone.HOT
                    : ratio >= 2 ? CellTone.WARM : ratio >= 1.25 ? CellTone.MILD : CellTone.PLAIN;
        }

        /** Returns the shade of a figure that is bad when it is low. */
        static CellTone low(double value, double baseline) {
            double ratio = value / baseline;
            return ratio <= 0.5
                    ? CellTone.HOT
                    : ratio <= 0.7 ? CellTone.WARM : ratio <= 0.9 ? CellTone.MILD : CellTone.PLAIN;
        }
    }
}
