package squall.tpcc.terminal;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.tpcc.TransactionType;
import squall.tpcc.population.SeededRandom;

/** Mix of the transactions that a terminal asks for: a function of seed, terminal and step (5.2.4). Pure, any thread. */
public sealed interface TransactionMix {
    TransactionType at(long seed, int terminal, long step);

    /** Returns whether the execution at this step only precedes the one that counts, so that nothing is cold in that. */
    default boolean cold(long step) {
        return false;
    }

    /** Returns the share of a type in the long run, between 0 and 1. */
    double share(TransactionType type);

    /** Returns the label printed in reports. */
    String label();

    /** Mix in which each transaction is drawn independently. @param percent by type, together 100; a type that is missing never comes */
    record WeightedMix(Map<TransactionType, Double> percent) implements TransactionMix {
        /** Mix of the usual sample files; Payment has exactly its minimum. */
        public static final WeightedMix USUAL = new WeightedMix(Map.of(
                TransactionType.NEW_ORDER, 45.0,
                TransactionType.PAYMENT, 43.0,
                TransactionType.ORDER_STATUS, 4.0,
                TransactionType.DELIVERY, 4.0,
                TransactionType.STOCK_LEVEL, 4.0));

        /** Rounding error that a sum of decimal fractions may have. */
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
            double left = RandomDraw.TYPE.of(seed, terminal, step).openUniform() * 100;
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

    /** Mix of cards dealt to each terminal separately and shuffled again when all are dealt: ten, ten, and one of each other (5.2.4.2). */
    record DeckMix() implements TransactionMix {
        private static final List<TransactionType> CARDS = Arrays.stream(TransactionType.values())
                .flatMap(type -> Stream.generate(() -> type).limit(cards(type)))
                .toList();

        @Override
        public TransactionType at(long seed, int terminal, long step) {
            int place = (int) (step % CARDS.size());
            return shuffled(RandomDraw.DECK.of(seed, terminal, step / CARDS.size()), place);
        }

        @Override
        public double share(TransactionType type) {
            return (double) cards(type) / CARDS.size();
        }

        @Override
        public String label() {
            return "deck of " + CARDS.size();
        }

        /** Returns the card at this place. The deck is shuffled from the front, so that later places need not be. */
        private static TransactionType shuffled(SeededRandom chance, int place) {
            TransactionType[] cards = CARDS.toArray(TransactionType[]::new);
            for (int at = 0; at <= place; at++) {
                Collections.swap(Arrays.asList(cards), at, chance.between(at, cards.length - 1));
            }
            return cards[place];
        }

        private static int cards(TransactionType type) {
            return switch (type) {
                case NEW_ORDER, PAYMENT -> 10;
                case ORDER_STATUS, DELIVERY, STOCK_LEVEL -> 1;
            };
        }
    }

    /**
     * Mix of transactions one after the other, and then from the beginning, like a serial work of BenchBase.
     *
     * @param types at least one
     * @param twice whether each is done cold first, and then again
     */
    record SerialMix(List<TransactionType> types, boolean twice) implements TransactionMix {
        public SerialMix {
            types = List.copyOf(types);
            if (types.isEmpty()) {
                throw new IllegalArgumentException("there must be at least one transaction");
            }
        }

        /** Returns the number of executions after which all transactions were done. */
        public int round() {
            return types.size() * times();
        }

        @Override
        public TransactionType at(long seed, int terminal, long step) {
            return types.get((int) (step / times() % types.size()));
        }

        @Override
        public boolean cold(long step) {
            return step % times() < times() - 1;
        }

        @Override
        public double share(TransactionType type) {
            return types.contains(type) ? 1.0 / types.size() : 0;
        }

        @Override
        public String label() {
            return types.stream().map(TransactionType::label).collect(Collectors.joining(", "))
                    + (twice ? " in order, each once cold and once measured" : " in order");
        }

        private int times() {
            return twice ? 2 : 1;
        }
    }
}
