package squall.tpcc.terminal;

import squall.spi.TurnPosition;
import squall.tpcc.WarehouseScale;

/**
 * Assignment of terminals to warehouses: ten to a warehouse, as clause 4.2.2 has it, cover each district once; fewer or more are spread as
 * evenly as possible.
 *
 * @param scale whose own warehouses have the terminals
 * @param terminals number of terminals, which are numbered from 0
 * @param clients number of clients that share the turns of a run whose pace knows no terminals
 */
public record TerminalHomes(WarehouseScale scale, int terminals, int clients) {
    public TerminalHomes {
        if (terminals < 1) {
            throw new IllegalArgumentException("there must be at least 1 terminal, not " + terminals);
        }
    }

    /** Creates the assignment for a run with a single client, or whose terminals take their own turns. */
    public TerminalHomes(WarehouseScale scale, int terminals) {
        this(scale, terminals, 1);
    }

    /** Returns the same assignment for a client that performs one turn in so many. */
    public TerminalHomes dealtAmong(int others) {
        return new TerminalHomes(scale, terminals, others);
    }

    /** Returns the assignment of ten terminals to each warehouse. */
    public static TerminalHomes specified(WarehouseScale scale) {
        return new TerminalHomes(scale, Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS));
    }

    public int warehouse(int terminal) {
        return scale.from() + terminal % scale.warehouses();
    }

    /** Returns the district whose stock level this terminal asks for; no other transaction is bound to it. */
    public int district(int terminal) {
        return 1 + terminal / scale.warehouses() % WarehouseScale.DISTRICTS;
    }

    /** Returns the terminal whose turn this is; if the pace knows no terminals, they take turns one after the other. */
    public int terminal(TurnPosition place) {
        return known(place) ? place.terminal() : (int) (place.index() / clients % terminals);
    }

    /** Returns the number of turns that the terminal took before this one. */
    public long step(TurnPosition place) {
        return known(place) ? place.step() : place.index() / clients / terminals;
    }

    /**
     * Returns the seed from which this client's terminals draw. Several clients of a run share its seed, since the constants of the inputs
     * follow from it, and number their terminals from 0 each; without a seed of their own they would all enter the same.
     */
    public long seed(long ofRun) {
        return RandomDraw.CLIENT.of(ofRun, 0, scale.from()).bits();
    }

    private static boolean known(TurnPosition place) {
        return place.terminal() != TurnPosition.NO_TERMINAL;
    }
}
