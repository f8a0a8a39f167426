package squall.tpcc.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.report.table.Efficiency;
import squall.results.Figure;
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
public record Headline(int warehouses, double seconds, List<ResponseTimes> types) {
    private static final String COLUMNS =
            "_elapsed_______tpmC____efc__avg(ms)__p50(ms)__p90(ms)__p95(ms)__p99(ms)_pMax(ms)";

    public Headline {
        types = List.copyOf(types);
    }

    /** @param measured of a load whose first operations are the five types in their order */
    public static Headline of(int warehouses, WindowSummary measured) {
        return new Headline(
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
        return Efficiency.percent(tpmC(), warehouses, Efficiency.SPECIFIED);
    }

    /** Whether terminals waited as they must; without, figures say nothing beside those of other runs of TPC-C. */
    public boolean comparable() {
        return efficiencyPercent() <= Efficiency.MOST_PERCENT;
    }

    /** The rule in common use: comparable, at least 85 % efficiency, and every type's 90th percentile within its limit. */
    public boolean passed() {
        return comparable()
                && efficiencyPercent() >= Efficiency.PASSING_PERCENT
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
        return new SweepRow(warehouses, tpmC(), Milliseconds.of(newOrder().latency()), passed(), failed());
    }

    /** For the run directory, so that the figures of several clients can be added. */
    public List<Figure> figures() {
        return List.of(
                Figure.sum("tpmC", "(unaudited)", tpmC()),
                Figure.percent("efficiency", tpmC(), Efficiency.SPECIFIED * warehouses));
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
        lines.add(ResponseTimes.HEADING);
        types.forEach(type -> lines.add(type.line()));
        lines.add(verdict());
        lines.addAll(peerLines());
        return List.copyOf(lines);
    }

    /** As CockroachDB's workload ends: two lines over New-Order alone. */
    public List<String> peerLines() {
        Milliseconds latency = Milliseconds.of(newOrder().latency());
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
                "efficiency %.1f %% of 12.86 a warehouse, %.1f %% of the 12.605 of a card deck",
                efficiencyPercent(),
                Efficiency.percent(tpmC(), warehouses, Efficiency.OF_A_DECK));
        return comparable() ? line : line + "; no TPC-C: waits are missing";
    }

    private OperationSummary newOrder() {
        return types.getFirst().operation();
    }
}
