package squall.tpcc.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * Headline of a run of TPC-C: tpmC, efficiency, response times, pass or fail. It covers one window, which must not be warm-up.
 *
 * <p>Every figure is of the transactions that were due in the window. A completed New-Order counts for tpmC, even if it was rolled back as
 * 1 % must be (5.4). Response times count from the intended start.
 *
 * @param warehouses number of warehouses that the run used
 * @param seconds length of the window
 * @param waits whether terminals had keying and think times
 * @param types response times of the five types, and of deferred Deliveries if there are any; without cold executions
 */
public record TpccHeadline(int warehouses, double seconds, boolean waits, List<ResponseTimes> types) {
    private static final String COLUMNS =
            "_elapsed_______tpmC____efc__avg(ms)__p50(ms)__p90(ms)__p95(ms)__p99(ms)_pMax(ms)";

    public TpccHeadline {
        types = List.copyOf(types);
    }

    /**
     * @param waits whether terminals had keying and think times
     * @param measured window of a load whose first operations are the five types in their order
     */
    public static TpccHeadline of(int warehouses, boolean waits, WindowSummary measured) {
        return new TpccHeadline(
                warehouses,
                measured.seconds(),
                waits,
                measured.operations().stream()
                        .filter(operation -> !cold(operation))
                        .map(ResponseTimes::of)
                        .toList());
    }

    private static boolean cold(OperationSummary operation) {
        return Stream.of(TransactionType.values())
                .anyMatch(type -> type.coldLabel().equals(operation.operation().name()));
    }

    /** Returns the New-Orders completed per minute; 0 if no time passed. The figure is not audited: the name belongs to the TPC. */
    public double tpmC() {
        return seconds == 0 ? 0 : newOrder().ok() * 60 / seconds;
    }

    /** Returns tpmC as a percentage of the 12.86 per warehouse that the specification allows. */
    public double efficiencyPercent() {
        return TpccEfficiency.percent(tpmC(), warehouses, TpccEfficiency.SPECIFIED);
    }

    /**
     * Returns whether terminals waited, and as long as specified by what they achieved; without waits, figures are not comparable with those
     * of other TPC-C runs.
     */
    public boolean comparable() {
        return waits && efficiencyPercent() <= TpccEfficiency.MOST_PERCENT;
    }

    /**
     * Returns whether the run passes by the rule in common use: comparable, at least 85 % efficiency, and the 90th percentile of every type
     * within its limit.
     */
    public boolean passed() {
        return comparable()
                && efficiencyPercent() >= TpccEfficiency.PASSING_PERCENT
                && types.stream().allMatch(ResponseTimes::within);
    }

    /** Returns the number of transactions that were refused or unknown, deferred ones included. */
    public long failed() {
        return types.stream()
                .map(ResponseTimes::operation)
                .mapToLong(operation -> operation.refused() + operation.unknown())
                .sum();
    }

    /** Returns this run as one step of a sweep over warehouses. */
    public SweepRow row() {
        return new SweepRow(
                warehouses,
                tpmC(),
                LatencyMilliseconds.of(newOrder().latency()),
                comparable() ? Optional.of(passed()) : Optional.empty(),
                failed());
    }

    /** Returns the figures for the run directory, so that those of several clients can be added. */
    public List<WorkloadFigure> figures() {
        return List.of(
                WorkloadFigure.sum("tpmC", "(unaudited)", tpmC()),
                WorkloadFigure.percent("efficiency", tpmC(), TpccEfficiency.SPECIFIED * warehouses));
    }

    /** Returns the lines printed at the end of a run, none wider than 100 characters. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "tpmC %.1f (unaudited), %s, %.1f s; counts completed New-Orders due in that time",
                tpmC(),
                HumanNumbers.counted(warehouses, "warehouse"),
                seconds));
        lines.add(efficiency());
        lines.addAll(TextTable.lines(Table.of("response-times", ResponseTimes.FIELDS, types), OutputScreen.WIDEST));
        lines.add(verdict());
        lines.addAll(peerLines());
        return List.copyOf(lines);
    }

    /**
     * Returns the end of the output of CockroachDB's workload: two lines over New-Order alone. Without waits it has a dash for the efficiency,
     * where the peer prints thousands of percent.
     */
    public List<String> peerLines() {
        LatencyMilliseconds latency = LatencyMilliseconds.of(newOrder().latency());
        return List.of(
                COLUMNS,
                String.format(
                        Locale.ROOT,
                        "%7.1fs %10.1f %6s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f",
                        seconds,
                        tpmC(),
                        comparable() ? String.format(Locale.ROOT, "%.1f%%", efficiencyPercent()) : "–",
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
        if (!comparable()) {
            return "efficiency – (no keying and think times, so not TPC-C's 12.86 tpmC per warehouse)";
        }
        return String.format(
                Locale.ROOT,
                "efficiency %.1f %% of 12.86 per warehouse, %.1f %% of the 12.605 of a card deck",
                efficiencyPercent(),
                TpccEfficiency.percent(tpmC(), warehouses, TpccEfficiency.OF_A_DECK));
    }

    private OperationSummary newOrder() {
        return types.getFirst().operation();
    }

    /**
     * Response times of one type of transaction, from intended start to answer, with their limit by clause 5.2.5.
     *
     * @param limit most that the 90th percentile may be
     */
    record ResponseTimes(OperationSummary operation, Duration limit) {
        /** Limit of a queued Delivery: it must be done by then in 90 of 100 cases. */
        private static final Duration DEFERRED_LIMIT = Duration.ofSeconds(80);

        static final List<TableField<ResponseTimes>> FIELDS = List.of(
                TableField.text(
                        "transaction", 1, type -> type.operation().operation().name()),
                TableField.number(
                        "count", 0, type -> HumanNumbers.count(type.operation().ok())),
                milliseconds("p50 ms", LatencyMilliseconds::p50),
                milliseconds("p90 ms", LatencyMilliseconds::p90),
                TableField.number(
                        "limit ms", 0, type -> HumanNumbers.count(type.limit().toMillis())),
                milliseconds("avg ms", LatencyMilliseconds::mean),
                milliseconds("max ms", LatencyMilliseconds::max),
                TableField.number("wait ms", 0, type -> LatencyMilliseconds.text(type.meanWait())),
                TableField.text("", 1, type -> type.within() ? "" : "FAIL"));

        private static TableField<ResponseTimes> milliseconds(
                String heading, ToDoubleFunction<LatencyMilliseconds> figure) {
            return TableField.number(
                    heading, 0, type -> LatencyMilliseconds.text(figure.applyAsDouble(type.milliseconds())));
        }

        /** @param operation one of the five types, or the deferred part of a Delivery */
        static ResponseTimes of(OperationSummary operation) {
            return new ResponseTimes(operation, limit(operation.operation()));
        }

        private static Duration limit(Operation operation) {
            return TransactionType.labelled(operation.name())
                    .map(TransactionType::limit)
                    .orElse(DEFERRED_LIMIT);
        }

        /** Returns whether the 90th percentile is within the limit; true if there was no transaction of this type. */
        public boolean within() {
            return operation.latency().getTotalCount() == 0
                    || operation.latency().getValueAtPercentile(90) <= limit.toNanos() / 1000;
        }

        private LatencyMilliseconds milliseconds() {
            return LatencyMilliseconds.of(operation.latency());
        }

        /** Returns the mean time from due to sent, in milliseconds; for a terminal, the time until a session was free. */
        private double meanWait() {
            double service = LatencyMilliseconds.of(operation.service()).mean();
            return Math.max(0, milliseconds().mean() - service);
        }
    }

    /**
     * Result of one step of a sweep over warehouses.
     *
     * @param newOrder latencies of New-Order, as the thesis and CockroachDB's workload report them
     * @param passed whether the step passed by the rule of {@link TpccHeadline#passed}; empty if it is not comparable
     * @param failed number of transactions that were refused or unknown
     */
    public record SweepRow(
            int warehouses, double tpmC, LatencyMilliseconds newOrder, Optional<Boolean> passed, long failed) {
        private static final List<TableField<SweepRow>> FIELDS = List.of(
                field("WH", SweepRow::warehouses, 0),
                field("tpmC", SweepRow::tpmC, 1),
                field("EFC (%)", row -> row.passed().isPresent() ? row.efficiencyPercent() : Double.NaN, 1),
                field("avg (ms)", row -> row.newOrder().mean(), 1),
                field("p50 (ms)", row -> row.newOrder().p50(), 1),
                field("p90 (ms)", row -> row.newOrder().p90(), 1),
                field("p95 (ms)", row -> row.newOrder().p95(), 1),
                field("p99 (ms)", row -> row.newOrder().p99(), 1),
                field("pMax (ms)", row -> row.newOrder().max(), 1),
                new TableField<>(
                        new Table.Column("pass", ""),
                        row -> row.passed().map(TableCell::truth).orElse(TableCell.NOT_STATED)),
                field("errors", SweepRow::failed, 0));

        /**
         * Returns the lines of {@code tpcc.csv}: the nine columns of the thesis and two more. Without waits there is neither an efficiency nor
         * a pass.
         */
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

    /** Summary of latencies in milliseconds: the six statistics in common use, NaN if nothing was measured. */
    record LatencyMilliseconds(double mean, double p50, double p90, double p95, double p99, double max) {
        private static final LatencyMilliseconds NONE =
                new LatencyMilliseconds(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** @param microseconds histogram whose values were never clamped, so that its maximum is the true maximum */
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

        /** Formats a time with one decimal; {@code -} for NaN. */
        static String text(double milliseconds) {
            return Double.isNaN(milliseconds) ? "-" : String.format(Locale.ROOT, "%.1f", milliseconds);
        }
    }
}
