package squall.tpcc.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs with more and more warehouses side by side, in the nine columns of the thesis and two more, with the knee. */
public record SweepTable(List<SweepRow> rows) {
    private static final List<String> HEADER = List.of(
            "WH",
            "tpmC",
            "EFC (%)",
            "avg (ms)",
            "p50 (ms)",
            "p90 (ms)",
            "p95 (ms)",
            "p99 (ms)",
            "pMax (ms)",
            "pass",
            "errors");

    /** In the order of their warehouses. */
    public SweepTable {
        rows = rows.stream()
                .sorted(Comparator.comparingInt(SweepRow::warehouses))
                .toList();
    }

    /** The most warehouses that passed; empty if none did. */
    public Optional<SweepRow> knee() {
        return rows.reversed().stream().filter(SweepRow::passed).findFirst();
    }

    public String csv() {
        return Stream.concat(Stream.of(HEADER), rows.stream().map(SweepTable::cells))
                .map(cells -> String.join(",", cells) + "\n")
                .collect(Collectors.joining());
    }

    /** A table for a page, and a sentence about the knee below it. */
    public String markdown() {
        return Stream.of(
                                Stream.of(markdown(HEADER), "|" + "---:|".repeat(HEADER.size())),
                                rows.stream().map(row -> markdown(cells(row))),
                                Stream.of("", knee().map(SweepTable::told).orElse("No step passed.")))
                        .flatMap(lines -> lines)
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    private static String told(SweepRow knee) {
        return String.format(
                Locale.ROOT,
                "The knee is at %d warehouses: the last step with at least 85 %% of 12.86 tpmC a warehouse and each"
                        + " 90th percentile within its limit.",
                knee.warehouses());
    }

    private static String markdown(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static List<String> cells(SweepRow row) {
        Milliseconds latency = row.newOrder();
        return Stream.concat(
                        Stream.of(Integer.toString(row.warehouses())),
                        Stream.concat(
                                Stream.of(
                                                row.tpmC(),
                                                row.efficiencyPercent(),
                                                latency.mean(),
                                                latency.p50(),
                                                latency.p90(),
                                                latency.p95(),
                                                latency.p99(),
                                                latency.max())
                                        .map(Milliseconds::text),
                                Stream.of(row.passed() ? "yes" : "no", Long.toString(row.failed()))))
                .toList();
    }
}
