package squall.tpcc.terminal;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import squall.tpcc.TransactionType;
import squall.tpcc.population.SeededRandom;

/** Cards dealt to each terminal separately and shuffled again when all are dealt: ten, ten, and one of each other (5.2.4.2). */
public record DeckMix() implements TransactionMix {
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

    /** The card at this place; shuffled from the front, so that later places need not be. */
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
