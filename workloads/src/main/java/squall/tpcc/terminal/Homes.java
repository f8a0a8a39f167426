package squall.tpcc.terminal;

import squall.spi.Place;
import squall.tpcc.Scale;

/**
 * Where each terminal stands: dealt out over the warehouses, so that ten to a warehouse, as clause 4.2.2 has it, cover each district
 * once, and fewer or more than that are spread as evenly as can be.
 *
 * @param scale whose own warehouses have the terminals
 * @param terminals numbered from 0
 */
public record Homes(Scale scale, int terminals) {
    public Homes {
        if (terminals < 1) {
            throw new IllegalArgumentException("there must be at least 1 terminal, not " + terminals);
        }
    }

    /** Ten to each warehouse. */
    public static Homes specified(Scale scale) {
        return new Homes(scale, Math.multiplyExact(scale.warehouses(), Scale.DISTRICTS));
    }

    public int warehouse(int terminal) {
        return scale.from() + terminal % scale.warehouses();
    }

    /** The district whose stock level this terminal asks for; no other transaction is bound to it. */
    public int district(int terminal) {
        return 1 + terminal / scale.warehouses() % Scale.DISTRICTS;
    }

    /** Whose turn this is; where the pace knows no terminals they take turns one after the other. */
    public int terminal(Place place) {
        return known(place) ? place.terminal() : (int) (place.index() % terminals);
    }

    /** How many turns that terminal had before. */
    public long step(Place place) {
        return known(place) ? place.step() : place.index() / terminals;
    }

    /**
     * From what this client's terminals draw. Several clients of a run share its seed, since the constants of the inputs follow from it, and
     * number their terminals from 0 each; without this they would all enter the same.
     */
    public long seed(long ofRun) {
        return Draw.CLIENT.of(ofRun, 0, scale.from()).bits();
    }

    private static boolean known(Place place) {
        return place.terminal() != Place.NO_TERMINAL;
    }
}
