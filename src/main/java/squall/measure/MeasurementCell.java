package squall.measure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.spi.Operation;
import squall.spi.Outcome;

/** Cell of one operation in a second or a window: counts and histograms by due time and by completion. */
final class MeasurementCell {
    final MicrosHistogram latency = new MicrosHistogram();
    final MicrosHistogram service = new MicrosHistogram();
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
    void completed(boolean acknowledged, long serviceNs) {
        completed++;
        if (acknowledged) {
            completedOk++;
            service.recordNs(serviceNs);
        }
    }

    /** Counts a turn that was due and never answered. */
    void unfinished(long waitNs) {
        unfinished++;
        latency.recordNs(waitNs);
    }

    void add(MeasurementCell other) {
        latency.add(other.latency);
        service.add(other.service);
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
                service.histogram(none),
                named(names));
    }

    /** Returns the completions so far; a copy, because the second is still open. */
    OperationTick liveTick(Operation operation, Histogram none) {
        Histogram served = service.isEmpty() ? none : service.histogram(none).copy();
        return new OperationTick(operation, 0, 0, 0, 0, completedOk, completed, none, served, Map.of());
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
