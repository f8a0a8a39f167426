package squall.measure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary.MeasurementSums;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * Cell of one operation in a second or a window: counts and histograms by due time and by completion.
 *
 * <p>Nearly all operations complete in the second in which they are due, so that those are recorded once for both.
 */
final class MeasurementCell {
    private final MicrosHistogram latency = new MicrosHistogram();
    private final MicrosHistogram service = new MicrosHistogram(); // due and completed here
    private final MicrosHistogram serviceOfDue = new MicrosHistogram(); // due here, completed in another second
    private final MicrosHistogram serviceOfCompleted = new MicrosHistogram(); // completed here, due in another second
    private final MicrosHistogram failedLatency = new MicrosHistogram();
    private final MicrosHistogram failedService = new MicrosHistogram();
    private long ok;
    private long refused;
    private long unknown;
    private long retries;
    private long unfinished;
    private long completedOk;
    private long completed;
    private long[] outcomes = {};

    /** Counts a sample by its due time. */
    void due(long code, Outcome outcome, long latencyNs, long serviceNs) {
        count(SampleCode.outcome(code));
        retries += SampleCode.attempts(code) - 1L;
        switch (outcome) {
            case Outcome.Ok o -> {
                ok++;
                latency.recordNs(latencyNs);
            }
            case Outcome.Refused r -> {
                refused++;
                failed(latencyNs, serviceNs);
            }
            case Outcome.Unknown u -> {
                unknown++;
                failed(latencyNs, serviceNs);
            }
        }
    }

    /** Counts a sample by its completion. */
    void completed(boolean acknowledged) {
        completed++;
        completedOk += acknowledged ? 1 : 0;
    }

    /** Records the service time of an acknowledged operation in the cell in which it was due and in that of its completion. */
    static void acknowledged(MeasurementCell due, MeasurementCell done, long serviceNs) {
        if (due == done) {
            done.service.recordNs(serviceNs);
        } else {
            due.serviceOfDue.recordNs(serviceNs);
            done.serviceOfCompleted.recordNs(serviceNs);
        }
    }

    /** Counts a turn that was due and never answered. */
    void unfinished(long waitNs) {
        unfinished++;
        latency.recordNs(waitNs);
    }

    /** Adds another second or window: service times, as latencies, of the operations that were due in it. */
    void add(MeasurementCell other) {
        latency.add(other.latency);
        service.add(other.service);
        service.add(other.serviceOfDue);
        failedLatency.add(other.failedLatency);
        failedService.add(other.failedService);
        ok += other.ok;
        refused += other.refused;
        unknown += other.unknown;
        retries += other.retries;
        unfinished += other.unfinished;
        completedOk += other.completedOk;
        completed += other.completed;
        room(other.outcomes.length - 1);
        Arrays.setAll(outcomes, id -> outcomes[id] + (id < other.outcomes.length ? other.outcomes[id] : 0));
    }

    void fold() {
        latency.fold();
        service.fold();
        serviceOfDue.fold();
        serviceOfCompleted.fold();
        failedLatency.fold();
        failedService.fold();
    }

    OperationTick tick(Operation operation, OutcomeNumbers names, Histogram none) {
        return new OperationTick(
                operation,
                ok,
                refused,
                unknown,
                retries,
                completedOk,
                completed,
                latency.histogram(none),
                completedService(none),
                named(names));
    }

    /** Returns the completions so far; a copy, because the second is still open. */
    OperationTick liveTick(Operation operation, Histogram none) {
        Histogram served = completedService(none);
        Histogram copy = served.getTotalCount() == 0 ? none : served.copy();
        return new OperationTick(operation, 0, 0, 0, 0, completedOk, completed, none, copy, Map.of());
    }

    OperationSummary summary(Operation operation, OutcomeNumbers names) {
        return new OperationSummary(
                operation,
                ok,
                refused,
                unknown,
                retries,
                unfinished,
                latency.histogram(MicrosHistogram.newHistogram()),
                service.histogram(MicrosHistogram.newHistogram()),
                failedLatency.histogram(MicrosHistogram.newHistogram()),
                failedService.histogram(MicrosHistogram.newHistogram()),
                named(names));
    }

    /** Returns the service times by completion; those of this cell itself if no operation was due in another second. */
    private Histogram completedService(Histogram none) {
        return serviceOfCompleted.isEmpty()
                ? service.histogram(none)
                : MeasurementSums.of(service.histogram(none), serviceOfCompleted.histogram(none));
    }

    private void failed(long latencyNs, long serviceNs) {
        failedLatency.recordNs(latencyNs);
        failedService.recordNs(serviceNs);
    }

    private void count(int outcome) {
        room(outcome);
        outcomes[outcome]++;
    }

    private void room(int outcome) {
        if (outcome >= outcomes.length) {
            outcomes = Arrays.copyOf(outcomes, outcome + 1);
        }
    }

    private Map<Outcome, Long> named(OutcomeNumbers names) {
        Map<Outcome, Long> counts = new LinkedHashMap<>();
        for (int id = 0; id < outcomes.length; id++) {
            if (outcomes[id] > 0) {
                counts.put(names.outcome(id), outcomes[id]);
            }
        }
        return counts;
    }
}
