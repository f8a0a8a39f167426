package squall.tpcc.terminal;

import squall.tpcc.TransactionType;

/** Which transaction a terminal asks for: a function of seed, terminal and step (5.2.4). Pure, any thread. */
public sealed interface TransactionMix permits WeightedMix, DeckMix, SerialMix {
    TransactionType at(long seed, int terminal, long step);

    /** Whether the execution at this step only comes before the one that counts, so that nothing is cold in that. */
    default boolean cold(long step) {
        return false;
    }

    /** Its share in the long run, between 0 and 1. */
    double share(TransactionType type);

    /** As printed in reports. */
    String label();
}
