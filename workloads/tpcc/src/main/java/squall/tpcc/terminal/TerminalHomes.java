package squall.tpcc.terminal;

import squall.spi.TurnPosition;
import squall.tpcc.WarehouseScale;

/**
 * Where each terminal stands: dealt out over the warehouses, so that ten to a warehouse, as clause 4.2.2 has it, cover each district
 * once, and fewer or more than that are spread as evenly as can be.
 *
 * @param scale whose own warehouses have the terminals
 * @param terminals numbered from 0
 * @param clients among which the turns of a run are dealt out that knows no terminals
 */
public record TerminalHomes(WarehouseScale scale, int terminals, int clients) {
    public TerminalHomes {
        if (terminals < 1) {
            throw new IllegalArgumentException("there must be at least 1 terminal, not " + terminals);
        }
    }

    /** Of a run with a single client, or whose terminals take their own turns. */
    public TerminalHomes(WarehouseScale scale, int terminals) {
        this(scale, terminals, 1);
    }

    /** The same, of which this client does one turn in so many. */
    public TerminalHomes dealtAmong(int others) {
        return new TerminalHomes(scale, terminals, others);
    }

    /** Ten to each warehouse. */
    public static TerminalHomes specified(WarehouseScale scale) {
        return new TerminalHomes(scale, Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS));
    }

    public int warehouse(int terminal) {
        return scale.from() + terminal % scale.warehouses();
    }

    /** The district whose stock level this terminal asks for; no other transaction is bound to it. */
    public int district(int terminal) {
        return 1 + terminal / scale.warehouses() % WarehouseScale.DISTRICTS;
    }

    /** Whose turn this is; where the pace knows no terminals they take turns one after the other. */
    public int terminal(TurnPosition place) {
        return known(place) ? place.terminal() : (int) (place.index() / clients % terminals);
    }

    /** How many turns that terminal had before. */
    public long step(TurnPosition place) {
        return known(place) ? place.step() : place.index() / clients / terminals;
    }

    /**
     * From what this client's terminals draw. Several clients of a run share its seed, since the constants of the inputs follow from it, and
     * number their terminals from 0 each; without this they would all enter the same.
     */
    public long seed(long ofRun) {
        return RandomDraw.CLIENT.of(ofRun, 0, scale.from()).bits();
    }

    private static boolean known(TurnPosition place) {
        return place.terminal() != TurnPosition.NO_TERMINAL;
    }
}
