package squall.tpcc.terminal;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import squall.tpcc.TransactionType;

/** Each transaction drawn for itself. @param percent by type, together 100; a type that is missing never comes */
public record WeightedMix(Map<TransactionType, Double> percent) implements TransactionMix {
    /** Those of the usual sample files; Payment has exactly its minimum. */
    public static final WeightedMix USUAL = new WeightedMix(Map.of(
            TransactionType.NEW_ORDER, 45.0,
            TransactionType.PAYMENT, 43.0,
            TransactionType.ORDER_STATUS, 4.0,
            TransactionType.DELIVERY, 4.0,
            TransactionType.STOCK_LEVEL, 4.0));

    /** What a sum of decimal fractions may miss. */
    private static final double ROUNDING = 1e-6;

    public WeightedMix {
        Map<TransactionType, Double> copy = new EnumMap<>(TransactionType.class);
        copy.putAll(percent);
        copy.values().removeIf(weight -> weight == 0);
        double sum = copy.values().stream().mapToDouble(Double::doubleValue).sum();
        boolean allPositive = copy.values().stream().allMatch(weight -> weight > 0);
        if (!allPositive || !(Math.abs(sum - 100) < ROUNDING)) { // written so that NaN fails too
            throw new IllegalArgumentException("weights must be at least 0 and add up to 100, not " + percent);
        }
        percent = Collections.unmodifiableMap(copy);
    }

    @Override
    public TransactionType at(long seed, int terminal, long step) {
        double left = RandomDraw.TYPE.of(seed, terminal, step).uniform() * 100;
        TransactionType drawn = TransactionType.NEW_ORDER;
        for (var weight : percent.entrySet()) {
            drawn = weight.getKey();
            left -= weight.getValue();
            if (left < 0) {
                return drawn;
            }
        }
        return drawn; // the sum is short of 100 by a rounding
    }

    @Override
    public double share(TransactionType type) {
        return percent.getOrDefault(type, 0.0) / 100;
    }

    @Override
    public String label() {
        return percent.entrySet().stream()
                .map(weight -> weight.getKey().label() + " " + weight.getValue() + " %")
                .collect(Collectors.joining(", "));
    }
}
