package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.run.RunResult;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.ycsb.workload.PartNames;

/** A result as YCSB counts it: reads and updates within a read-modify-write stand together with the others. Pure. */
final class YcsbView {
    private YcsbView() {}

    static RunResult of(RunResult result) {
        return new RunResult(
                result.ending(),
                result.elapsedNs(),
                result.planned(),
                result.started(),
                result.finished(),
                result.unfinished(),
                of(result.total()),
                result.windows().stream().map(YcsbView::of).toList(),
                result.aborted());
    }

    private static WindowSummary of(WindowSummary window) {
        Map<String, OperationSummary> byName = new LinkedHashMap<>();
        for (OperationSummary operation : window.operations()) {
            String name = PartNames.reported(operation.operation().name());
            byName.merge(name, named(name, operation), YcsbView::together);
        }
        return new WindowSummary(window.window(), window.seconds(), new ArrayList<>(byName.values()));
    }

    private static OperationSummary named(String name, OperationSummary o) {
        Operation operation = new Operation(o.operation().ordinal(), name, o.operation().part());
        return new OperationSummary(
                operation,
                o.ok(),
                o.refused(),
                o.unknown(),
                o.retries(),
                o.unfinished(),
                o.latency(),
                o.service(),
                o.failedLatency(),
                o.failedService(),
                o.outcomes());
    }

    private static OperationSummary together(OperationSummary a, OperationSummary b) {
        Map<Outcome, Long> outcomes = new LinkedHashMap<>(a.outcomes());
        b.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
        return new OperationSummary(
                a.operation(),
                a.ok() + b.ok(),
                a.refused() + b.refused(),
                a.unknown() + b.unknown(),
                a.retries() + b.retries(),
                a.unfinished() + b.unfinished(),
                merged(a.latency(), b.latency()),
                merged(a.service(), b.service()),
                merged(a.failedLatency(), b.failedLatency()),
                merged(a.failedService(), b.failedService()),
                outcomes);
    }

    private static Histogram merged(Histogram a, Histogram b) {
        Histogram both = a.copy();
        both.add(b);
        return both;
    }
}
