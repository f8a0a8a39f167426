package squall.ycsb.output;

import java.util.Collections;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.ycsb.workload.PartNames;

/**
 * How long failures took, each status by itself: what the engine, which keeps all failures of an operation in one histogram, does not
 * tell. Kept only where it is asked for, as every status costs two histograms.
 *
 * <p>Recorded into by all sessions' threads; read once the run has ended.
 */
final class FailureTimes {
    /**
     * Failures of one status; microseconds.
     *
     * @param latency from the intended start
     * @param service from sending
     */
    record Times(Histogram latency, Histogram service) {
        private static Times none() {
            return new Times(new SynchronizedHistogram(3), new SynchronizedHistogram(3));
        }

        private void record(long latencyNs, long serviceNs) {
            latency.recordValue((latencyNs + 500) / 1000);
            service.recordValue((serviceNs + 500) / 1000);
        }
    }

    private final ConcurrentMap<String, SortedMap<String, Times>> byOperation = new ConcurrentHashMap<>();

    /** A load whose failures are kept here too, of those that were due at {@code fromNs} of the run or later. */
    Load watched(Load load, long fromNs) {
        SampleSink sink = (operation, dueNs, sentNs, doneNs, outcome) -> {
            if (!(outcome instanceof Outcome.Ok) && dueNs >= fromNs) {
                add(operation, Groups.token(outcome.code()), doneNs - dueNs, doneNs - sentNs);
            }
        };
        return new SampledLoad(load, () -> sink);
    }

    /** Of one operation as reports name it, by status. */
    SortedMap<String, Times> of(String operation) {
        return byOperation.getOrDefault(operation, Collections.emptySortedMap());
    }

    private void add(Operation operation, String status, long latencyNs, long serviceNs) {
        byOperation
                .computeIfAbsent(PartNames.reported(operation.name()), name -> new ConcurrentSkipListMap<>())
                .computeIfAbsent(status, name -> Times.none())
                .record(latencyNs, serviceNs);
    }
}
