package squall.ycsb.output;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.ycsb.workload.PartNames;

/**
 * Count of operations as YCSB's report has them: reads and updates within a read-modify-write are counted together with the others. Pure.
 */
final class ReportedOperations {
    private ReportedOperations() {}

    static List<OperationSummary> of(List<OperationSummary> operations) {
        Map<String, OperationSummary> byName = new LinkedHashMap<>();
        for (OperationSummary operation : operations) {
            String name = PartNames.reported(operation.operation().name());
            byName.merge(name, named(name, operation), ReportedOperations::together);
        }
        return List.copyOf(byName.values());
    }

    private static OperationSummary named(String name, OperationSummary o) {
        Operation operation =
                new Operation(o.operation().ordinal(), name, o.operation().part());
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
