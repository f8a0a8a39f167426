package squall.tpcc.audit;

import java.time.Duration;
import java.util.Locale;
import squall.measure.OperationSummary;
import squall.spi.Operation;
import squall.tpcc.TransactionType;

/**
 * The response times of one type of transaction, from intended start to answer, held against clause 5.2.5.
 *
 * @param limit of the 90th percentile
 */
public record ResponseTimes(OperationSummary operation, Duration limit) {
    /** A Delivery that was queued must be done by then, in 90 of 100 cases. */
    private static final Duration DEFERRED_LIMIT = Duration.ofSeconds(80);

    static final String HEADING = String.format(
            Locale.ROOT,
            "%-18s %9s %9s %9s %9s %9s %9s %9s",
            "transaction",
            "count",
            "p50 ms",
            "p90 ms",
            "limit ms",
            "avg ms",
            "max ms",
            "wait ms");

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

    String line() {
        Milliseconds latency = Milliseconds.of(operation.latency());
        return String.format(
                Locale.ROOT,
                "%-18s %,9d %9s %9s %,9d %9s %9s %9s%s",
                operation.operation().name(),
                operation.ok(),
                Milliseconds.text(latency.p50()),
                Milliseconds.text(latency.p90()),
                limit.toMillis(),
                Milliseconds.text(latency.mean()),
                Milliseconds.text(latency.max()),
                Milliseconds.text(meanWait(latency)),
                within() ? "" : " FAIL");
    }

    /** From being due to being sent: for a terminal, to a session being free. */
    private double meanWait(Milliseconds latency) {
        return Math.max(0, latency.mean() - Milliseconds.of(operation.service()).mean());
    }
}
