package squall.tpcc.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.report.table.TpccEfficiency;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.Operation;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.table.CsvFormat;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TextTable;
import squall.tpcc.TransactionType;

/**
 * What a run of TPC-C comes to: tpmC, efficiency, response times, pass or fail. Of one window, which must not be warm-up.
 *
 * <p>A New-Order counts for tpmC in the window in which it was completed, also where it was rolled back as 1 % must be (5.4). Response
 * times count from the intended start.
 *
 * @param warehouses that were driven
 * @param seconds length of the window
 * @param types the five, and deferred Deliveries where there are such; not what was done cold
 */
public record TpccHeadline(int warehouses, double seconds, List<ResponseTimes> types) {
    private static final String COLUMNS =
            "_elapsed_______tpmC____efc__avg(ms)__p50(ms)__p90(ms)__p95(ms)__p99(ms)_pMax(ms)";

    public TpccHeadline {
        types = List.copyOf(types);
    }

    /** @param measured of a load whose first operations are the five types in their order */
    public static TpccHeadline of(int warehouses, WindowSummary measured) {
        return new TpccHeadline(
                warehouses,
                measured.seconds(),
                measured.operations().stream()
                        .filter(operation -> !cold(operation))
                        .map(ResponseTimes::of)
                        .toList());
    }

    private static boolean cold(OperationSummary operation) {
        return Stream.of(TransactionType.values())
                .anyMatch(type -> type.coldLabel().equals(operation.operation().name()));
    }

    /** New-Orders completed in a minute; 0 if no time passed. Unaudited: the name is the TPC's. */
    public double tpmC() {
        return seconds == 0 ? 0 : newOrder().service().getTotalCount() * 60 / seconds;
    }

    /** Of the 12.86 that the specification allows a warehouse. */
    public double efficiencyPercent() {
        return TpccEfficiency.percent(tpmC(), warehouses, TpccEfficiency.SPECIFIED);
    }

    /** Whether terminals waited as specified; without waits, figures are not comparable with those of other TPC-C runs. */
    public boolean comparable() {
        return efficiencyPercent() <= TpccEfficiency.MOST_PERCENT;
    }

    /** The rule in common use: comparable, at least 85 % efficiency, and every type's 90th percentile within its limit. */
    public boolean passed() {
        return comparable()
                && efficiencyPercent() >= TpccEfficiency.PASSING_PERCENT
                && types.stream().allMatch(ResponseTimes::within);
    }

    /** Transactions that were refused or unknown, deferred ones too. */
    public long failed() {
        return types.stream()
                .map(ResponseTimes::operation)
                .mapToLong(operation -> operation.refused() + operation.unknown())
                .sum();
    }

    /** One line of a sweep over warehouses. */
    public SweepRow row() {
        return new SweepRow(
                warehouses, tpmC(), LatencyMilliseconds.of(newOrder().latency()), passed(), failed());
    }

    /** For the run directory, so that the figures of several clients can be added. */
    public List<WorkloadFigure> figures() {
        return List.of(
                WorkloadFigure.sum("tpmC", "(unaudited)", tpmC()),
                WorkloadFigure.percent("efficiency", tpmC(), TpccEfficiency.SPECIFIED * warehouses));
    }

    /** What a user reads at the end, none wider than 100 characters. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "tpmC %.1f (unaudited), %d warehouses, %.1f s; a New-Order counts when it is completed",
                tpmC(),
                warehouses,
                seconds));
        lines.add(efficiency());
        lines.addAll(TextTable.lines(Table.of("response-times", ResponseTimes.FIELDS, types), OutputScreen.WIDEST));
        lines.add(verdict());
        lines.addAll(peerLines());
        return List.copyOf(lines);
    }

    /** As CockroachDB's workload ends: two lines over New-Order alone. */
    public List<String> peerLines() {
        LatencyMilliseconds latency = LatencyMilliseconds.of(newOrder().latency());
        return List.of(
                COLUMNS,
                String.format(
                        Locale.ROOT,
                        "%7.1fs %10.1f %5.1f%% %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f",
                        seconds,
                        tpmC(),
                        efficiencyPercent(),
                        latency.mean(),
                        latency.p50(),
                        latency.p90(),
                        latency.p95(),
                        latency.p99(),
                        latency.max()));
    }

    private String verdict() {
        String rule = " by the common rule: efficiency at least 85 %, and each p90 within 5.2.5.3";
        return comparable() ? (passed() ? "PASS" : "FAIL") + rule : "not judged" + rule;
    }

    private String efficiency() {
        String line = String.format(
                Locale.ROOT,
                "efficiency %.1f %% of 12.86 per warehouse, %.1f %% of the 12.605 of a card deck",
                efficiencyPercent(),
                TpccEfficiency.percent(tpmC(), warehouses, TpccEfficiency.OF_A_DECK));
        return comparable() ? line : line + "; not TPC-C: waits are missing";
    }

    private OperationSummary newOrder() {
        return types.getFirst().operation();
    }

    /**
     * The response times of one type of transaction, from intended start to answer, held against clause 5.2.5.
     *
     * @param limit of the 90th percentile
     */
    record ResponseTimes(OperationSummary operation, Duration limit) {
        /** A Delivery that was queued must be done by then, in 90 of 100 cases. */
        private static final Duration DEFERRED_LIMIT = Duration.ofSeconds(80);

        static final List<TableField<ResponseTimes>> FIELDS = List.of(
                TableField.text(
                        "transaction", 1, type -> type.operation().operation().name()),
                TableField.number(
                        "count", 0, type -> HumanNumbers.count(type.operation().ok())),
                TableField.number(
                        "p50 ms",
                        0,
                        type -> LatencyMilliseconds.text(type.milliseconds().p50())),
                TableField.number(
                        "p90 ms",
                        0,
                        type -> LatencyMilliseconds.text(type.milliseconds().p90())),
                TableField.number(
                        "limit ms", 0, type -> HumanNumbers.count(type.limit().toMillis())),
                TableField.number(
                        "avg ms",
                        0,
                        type -> LatencyMilliseconds.text(type.milliseconds().mean())),
                TableField.number(
                        "max ms",
                        0,
                        type -> LatencyMilliseconds.text(type.milliseconds().max())),
                TableField.number("wait ms", 0, type -> LatencyMilliseconds.text(type.meanWait())),
                TableField.text("", 1, type -> type.within() ? "" : "FAIL"));

        /** @param operation one of the five types, or what is done about a deferred Delivery */
        static ResponseTimes of(OperationSummary operation) {
            return new ResponseTimes(operation, limit(operation.operation()));
        }

        private static Duration limit(Operation operation) {
            return TransactionType.labelled(operation.name())
                    .map(TransactionType::limit)
                    .orElse(DEFERRED_LIMIT);
        }

        /** Whether the clause is kept; true where there was none of this type. */
        public boolean within() {
            return operation.latency().getTotalCount() == 0
                    || operation.latency().getValueAtPercentile(90) <= limit.toNanos() / 1000;
        }

        private LatencyMilliseconds milliseconds() {
            return LatencyMilliseconds.of(operation.latency());
        }

        /** From being due to being sent: for a terminal, to a session being free. */
        private double meanWait() {
            double service = LatencyMilliseconds.of(operation.service()).mean();
            return Math.max(0, milliseconds().mean() - service);
        }
    }

    /**
     * One step of a sweep over warehouses.
     *
     * @param newOrder latencies of New-Order, as the thesis and CockroachDB's workload report them
     * @param passed by the rule of {@link TpccHeadline#passed}
     * @param failed transactions refused or unknown
     */
    public record SweepRow(int warehouses, double tpmC, LatencyMilliseconds newOrder, boolean passed, long failed) {
        private static final List<TableField<SweepRow>> FIELDS = List.of(
                field("WH", SweepRow::warehouses, 0),
                field("tpmC", SweepRow::tpmC, 1),
                field("EFC (%)", SweepRow::efficiencyPercent, 1),
                field("avg (ms)", row -> row.newOrder().mean(), 1),
                field("p50 (ms)", row -> row.newOrder().p50(), 1),
                field("p90 (ms)", row -> row.newOrder().p90(), 1),
                field("p95 (ms)", row -> row.newOrder().p95(), 1),
                field("p99 (ms)", row -> row.newOrder().p99(), 1),
                field("pMax (ms)", row -> row.newOrder().max(), 1),
                new TableField<>(new Table.Column("pass", ""), row -> TableCell.truth(row.passed())),
                field("errors", SweepRow::failed, 0));

        /** Its lines in {@code tpcc.csv}: the nine columns of the thesis and two more. */
        public List<String> csv() {
            return CsvFormat.lines(Table.of("tpcc", FIELDS, List.of(this)));
        }

        double efficiencyPercent() {
            return TpccEfficiency.percent(tpmC, warehouses, TpccEfficiency.SPECIFIED);
        }

        private static TableField<SweepRow> field(String name, ToDoubleFunction<SweepRow> figure, int decimals) {
            return new TableField<>(
                    new Table.Column(name, ""), row -> TableCell.rounded(figure.applyAsDouble(row), decimals));
        }
    }

    /** The six figures by which the field sums up latencies, in milliseconds; NaN where there were none. */
    record LatencyMilliseconds(double mean, double p50, double p90, double p95, double p99, double max) {
        private static final LatencyMilliseconds NONE =
                new LatencyMilliseconds(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** @param microseconds never clamped, so that the maximum is the maximum */
        static LatencyMilliseconds of(Histogram microseconds) {
            if (microseconds.getTotalCount() == 0) {
                return NONE;
            }
            return new LatencyMilliseconds(
                    microseconds.getMean() / 1000,
                    microseconds.getValueAtPercentile(50) / 1000.0,
                    microseconds.getValueAtPercentile(90) / 1000.0,
                    microseconds.getValueAtPercentile(95) / 1000.0,
                    microseconds.getValueAtPercentile(99) / 1000.0,
                    microseconds.getMaxValue() / 1000.0);
        }

        /** With one decimal, as usual. */
        static String text(double milliseconds) {
            return Double.isNaN(milliseconds) ? "-" : String.format(Locale.ROOT, "%.1f", milliseconds);
        }
    }
}
