package squall.benchbase.config;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import squall.tpcc.TransactionType;

/**
 * One {@code <work>} of the file.
 *
 * @param number from 1
 * @param length of what is measured
 * @param warmUp before it; also of a later phase, where BenchBase drops it
 * @param weights percent by transaction
 * @param activeTerminals how many of the terminals take part
 */
public record Phase(
        int number,
        Duration length,
        Duration warmUp,
        Rate rate,
        Map<TransactionType, Double> weights,
        int activeTerminals) {
    public Phase {
        weights = Map.copyOf(new EnumMap<>(weights));
    }
}
