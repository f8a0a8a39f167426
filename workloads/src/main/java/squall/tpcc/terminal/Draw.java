package squall.tpcc.terminal;

import squall.tpcc.population.Chance;

/** What a terminal draws random numbers for; each use has a stream of its own at each step. */
enum Draw {
    TYPE,
    DECK,
    INPUT,
    THINK,
    START;

    private static final int USES = values().length;

    Chance of(long seed, int terminal, long step) {
        return Chance.at(seed, place(terminal), step);
    }

    void restart(Chance chance, long seed, int terminal, long step) {
        chance.restart(seed, place(terminal), step);
    }

    /** Below zero, where the population has no place: a run and a load of the same seed draw different numbers. */
    private long place(int terminal) {
        return -1 - ((long) terminal * USES + ordinal());
    }
}
