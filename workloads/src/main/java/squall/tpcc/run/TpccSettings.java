package squall.tpcc.run;

import java.util.Optional;
import squall.spi.Place;
import squall.tpcc.Scale;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.Homes;
import squall.tpcc.terminal.Mix;
import squall.tpcc.terminal.Users;
import squall.tpcc.terminal.Waits;

/**
 * How TPC-C is run. The isolation is the connections'.
 *
 * @param homes the terminals and their warehouses
 * @param waits what users wait, where the pace has users; empty: terminals take turns as the pace sends them
 * @param seed of everything random; the same for all clients of a run
 * @param deferred whether a Delivery is queued, and done by the plan's deferred sessions, instead of at once
 */
public record TpccSettings(
        Homes homes, Mix mix, Optional<Waits> waits, long seed, boolean deferred, Evidence evidence) {
    public TpccSettings {
        if (deferred && mix.cold(0)) {
            throw new IllegalArgumentException(
                    "deliveries cannot be deferred where each is done cold before it counts");
        }
    }

    /** Ten terminals to a warehouse, which do not wait. */
    public static TpccSettings of(Scale scale, Mix mix, long seed) {
        return new TpccSettings(Homes.specified(scale), mix, Optional.empty(), seed, false, Evidence.of(scale));
    }

    public Scale scale() {
        return homes.scale();
    }

    /** What is asked for in this turn. */
    TransactionType type(Place place) {
        return mix.at(homes.seed(seed), homes.terminal(place), homes.step(place));
    }

    /** Whether what is done in this turn only comes before what counts. */
    boolean cold(Place place) {
        return mix.cold(homes.step(place));
    }

    /** The users that the pace needs, where there are waits. */
    public Optional<Users> users() {
        return waits.map(w -> new Users(homes.seed(seed), mix, w));
    }
}
