package squall.benchbase.config;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import squall.tpcc.TransactionType;

/**
 * One {@code <work>} of the file.
 *
 * @param number from 1
 * @param length of what is measured; empty, in a serial phase: until each transaction was done twice, and the second time measured
 * @param warmUp before it; also of a later phase, where BenchBase drops it
 * @param weights percent by transaction
 * @param activeTerminals how many of the terminals take part; one in a serial phase
 * @param serial whether the transactions that have a weight come one after the other, in the order of the file
 */
public record WorkPhase(
        int number,
        Optional<Duration> length,
        Duration warmUp,
        RequestRate rate,
        Map<TransactionType, Double> weights,
        int activeTerminals,
        boolean serial) {
    public WorkPhase {
        weights = Map.copyOf(new EnumMap<>(weights));
    }

    /** How fast requests come in one phase. */
    public sealed interface RequestRate {
        /** As fast as the terminals are answered. */
        record Unlimited() implements RequestRate {}

        /** The phase asks for nothing; it only takes its time. */
        record Disabled() implements RequestRate {}

        /** An open loop. @param poisson whether the distances between requests are random, not even */
        record PerSecond(double requests, boolean poisson) implements RequestRate {}
    }
}
