package squall.tpcc.terminal;

import squall.tpcc.population.SeededRandom;

/** Use of random numbers by a terminal; each use has a stream of its own at each step. */
enum RandomDraw {
    TYPE(1),
    DECK(2),
    INPUT(3),
    THINK(4),
    START(5),
    /** Seed of all terminals of a client together; its step is the first warehouse. */
    CLIENT(6);

    private static final int MOST_USES = 8;

    private final int number;

    RandomDraw(int number) {
        this.number = number;
    }

    SeededRandom of(long seed, int terminal, long step) {
        return SeededRandom.at(seed, place(terminal), step);
    }

    void restart(SeededRandom chance, long seed, int terminal, long step) {
        chance.restart(seed, place(terminal), step);
    }

    /** Returns a place below zero, where the population has none: a run and a load of the same seed draw different numbers. */
    private long place(int terminal) {
        return -((long) terminal * MOST_USES + number);
    }
}
