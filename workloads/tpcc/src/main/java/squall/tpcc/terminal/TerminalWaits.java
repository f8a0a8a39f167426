package squall.tpcc.terminal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.tpcc.TransactionType;

/** Keying and think times of users around a transaction of each type. @param byType all five */
public record TerminalWaits(Map<TransactionType, Wait> byType) {
    /**
     * Keying and think time of one type.
     *
     * @param keying time before it: constant
     * @param meanThink mean time after its answer: negative exponential, cut at ten times the mean (5.2.5.4)
     */
    public record Wait(Duration keying, Duration meanThink) {
        public Wait {
            if (keying.isNegative() || meanThink.isNegative()) {
                throw new IllegalArgumentException(
                        "keying and think time must not be negative: " + keying + ", " + meanThink);
            }
        }
    }

    /** Shortest times that clause 5.2.5.7 allows. */
    public static final TerminalWaits SPECIFIED = of(type -> new Wait(type.keying(), type.meanThink()));

    public TerminalWaits {
        if (byType.size() != TransactionType.values().length) {
            throw new IllegalArgumentException("waits are required for all types, found " + byType.keySet());
        }
        byType = Collections.unmodifiableMap(new EnumMap<>(byType));
    }

    public static TerminalWaits of(Function<TransactionType, Wait> wait) {
        return new TerminalWaits(
                Arrays.stream(TransactionType.values()).collect(Collectors.toMap(Function.identity(), wait)));
    }

    public Wait of(TransactionType type) {
        return byType.getOrDefault(type, new Wait(Duration.ZERO, Duration.ZERO));
    }

    /** Returns the mean of keying and think time together, in seconds, if types have the shares of this mix. */
    public double meanCycleSeconds(TransactionMix mix) {
        return byType.entrySet().stream()
                .mapToDouble(wait -> mix.share(wait.getKey())
                        * (wait.getValue().keying().toNanos()
                                + wait.getValue().meanThink().toNanos())
                        / 1e9)
                .sum();
    }

    /** Returns the keying and mean think time of each type, in seconds. */
    @Override
    public String toString() {
        return byType.entrySet().stream()
                .map(wait ->
                        wait.getKey().label() + " " + seconds(wait.getValue().keying()) + " + "
                                + seconds(wait.getValue().meanThink()) + " s")
                .collect(Collectors.joining(", "));
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
    }
}
