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
public record Phase(
        int number,
        Optional<Duration> length,
        Duration warmUp,
        Rate rate,
        Map<TransactionType, Double> weights,
        int activeTerminals,
        boolean serial) {
    public Phase {
        weights = Map.copyOf(new EnumMap<>(weights));
    }
}
