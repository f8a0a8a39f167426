package squall.benchbase.config;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import squall.tpcc.TransactionType;

/**
 * Work of the file: one {@code <work>}, which becomes one run.
 *
 * @param number from 1
 * @param length of the measured time; empty: the phase is serial and ends when each transaction has run twice, the second time measured
 * @param warmUp before the measured time; also in later phases, where BenchBase drops it
 * @param weights percent by transaction
 * @param activeTerminals number of the terminals that take part; one in a serial phase
 * @param serial whether the transactions with a weight run one after the other, in the order of the file
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

    /** Rate at which requests come in one phase. */
    public sealed interface RequestRate {
        /** Closed loop: requests come as fast as the terminals are answered. */
        record Unlimited() implements RequestRate {}

        /** Rate of a phase without requests, which only takes its time. */
        record Disabled() implements RequestRate {}

        /** Open loop. @param poisson whether the distances between requests are random; if not, they are even */
        record PerSecond(double requests, boolean poisson) implements RequestRate {}
    }
}
