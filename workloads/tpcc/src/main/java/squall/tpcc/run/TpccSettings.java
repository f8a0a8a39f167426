package squall.tpcc.run;

import java.util.Optional;
import squall.spi.TurnPosition;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.audit.AuditTrail;
import squall.tpcc.check.AcknowledgedOrders;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.check.CountedUpdates;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalUsers;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TransactionMix;

/**
 * Settings of a run of TPC-C. The isolation level is set on the connections.
 *
 * @param homes the terminals and their warehouses
 * @param waits keying and think times, where the pace has users; empty: terminals take turns as the pace sends them
 * @param seed of everything random; the same for all clients of a run
 * @param deferred whether a Delivery is queued for the plan's deferred sessions instead of executed at once
 */
public record TpccSettings(
        TerminalHomes homes,
        TransactionMix mix,
        Optional<TerminalWaits> waits,
        long seed,
        boolean deferred,
        TpccEvidence evidence) {
    public TpccSettings {
        if (deferred && mix.cold(0)) {
            throw new IllegalArgumentException(
                    "deliveries cannot be deferred if each transaction runs cold before it is measured");
        }
    }

    /** Returns settings with ten terminals to a warehouse, which do not wait. */
    public static TpccSettings of(WarehouseScale scale, TransactionMix mix, long seed) {
        return new TpccSettings(
                TerminalHomes.specified(scale), mix, Optional.empty(), seed, false, TpccEvidence.of(scale));
    }

    public WarehouseScale scale() {
        return homes.scale();
    }

    /** Returns the type of this turn's transaction. */
    TransactionType type(TurnPosition place) {
        return mix.at(homes.seed(seed), homes.terminal(place), homes.step(place));
    }

    /** Returns whether this turn is the cold execution of a transaction. */
    boolean cold(TurnPosition place) {
        return mix.cold(homes.step(place));
    }

    /** Returns the users that the pace needs; empty without waits. */
    public Optional<TerminalUsers> users() {
        return waits.map(w -> new TerminalUsers(homes.seed(seed), mix, w));
    }

    /**
     * Recorded facts by which a run is judged.
     *
     * @param orders collects every acknowledged New-Order, to be looked up at the end
     * @param audit collects the figures of the audit
     * @param conditions checked at the end
     * @param updates collects the updates of rows that count them, if their isolation is judged
     */
    public record TpccEvidence(
            AcknowledgedOrders orders,
            AuditTrail audit,
            ConsistencyCheck conditions,
            Optional<CountedUpdates> updates) {
        /** Returns empty evidence for ten terminals to each warehouse. */
        public static TpccEvidence of(WarehouseScale scale) {
            return of(
                    scale,
                    Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS),
                    ConsistencyCheck.BY_DEFAULT);
        }

        /** @param terminals as in {@link AuditTrail} */
        public static TpccEvidence of(WarehouseScale scale, int terminals, ConsistencyCheck conditions) {
            return new TpccEvidence(
                    new AcknowledgedOrders(scale), new AuditTrail(scale, terminals), conditions, Optional.empty());
        }

        /** Returns evidence that judges the isolation of updates too. */
        public TpccEvidence judging(WarehouseScale scale) {
            return new TpccEvidence(orders, audit, conditions, Optional.of(new CountedUpdates(scale)));
        }
    }
}
