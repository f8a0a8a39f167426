package squall.sysbench.kv.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;

/** What CockroachDB's workload prints at the end: a line for each operation, and one for all. Pure. */
final class KvSummaryLines {
    private static final String HEAD =
            "_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__";

    private KvSummaryLines() {}

    static List<String> of(WindowSummary window) {
        List<String> lines = new ArrayList<>();
        Histogram all = new Histogram(3);
        long ok = 0;
        long failed = 0;
        for (OperationSummary operation : window.operations()) {
            lines.add(HEAD + "total");
            lines.add(line(
                            window.seconds(),
                            operation.refused() + operation.unknown(),
                            operation.ok(),
                            operation.latency())
                    + operation.operation().name());
            all.add(operation.latency());
            ok += operation.ok();
            failed += operation.refused() + operation.unknown();
        }
        lines.add(HEAD + "result");
        lines.add(line(window.seconds(), failed, ok, all));
        return lines;
    }

    private static String line(double seconds, long errors, long ok, Histogram latency) {
        return String.format(
                Locale.ROOT,
                "%7.1fs %8d %14d %14.1f %8.1f %8.1f %8.1f %8.1f %8.1f  ",
                seconds,
                errors,
                ok,
                seconds == 0 ? 0 : ok / seconds,
                latency.getMean() / 1000,
                latency.getValueAtPercentile(50) / 1000.0,
                latency.getValueAtPercentile(95) / 1000.0,
                latency.getValueAtPercentile(99) / 1000.0,
                latency.getMaxValue() / 1000.0);
    }
}
