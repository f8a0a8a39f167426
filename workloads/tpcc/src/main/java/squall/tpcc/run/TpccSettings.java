package squall.tpcc.run;

import java.util.Optional;
import squall.spi.TurnPosition;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.audit.AuditTrail;
import squall.tpcc.check.AcknowledgedOrders;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalUsers;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TransactionMix;

/**
 * How TPC-C is run. The isolation is the connections'.
 *
 * @param homes the terminals and their warehouses
 * @param waits what users wait, where the pace has users; empty: terminals take turns as the pace sends them
 * @param seed of everything random; the same for all clients of a run
 * @param deferred whether a Delivery is queued, and done by the plan's deferred sessions, instead of at once
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

    /** Ten terminals to a warehouse, which do not wait. */
    public static TpccSettings of(WarehouseScale scale, TransactionMix mix, long seed) {
        return new TpccSettings(
                TerminalHomes.specified(scale), mix, Optional.empty(), seed, false, TpccEvidence.of(scale));
    }

    public WarehouseScale scale() {
        return homes.scale();
    }

    /** What is asked for in this turn. */
    TransactionType type(TurnPosition place) {
        return mix.at(homes.seed(seed), homes.terminal(place), homes.step(place));
    }

    /** Whether what is done in this turn only comes before what counts. */
    boolean cold(TurnPosition place) {
        return mix.cold(homes.step(place));
    }

    /** The users that the pace needs, where there are waits. */
    public Optional<TerminalUsers> users() {
        return waits.map(w -> new TerminalUsers(homes.seed(seed), mix, w));
    }

    /**
     * What a run leaves to be judged by.
     *
     * @param orders takes every acknowledged New-Order, to be looked up at the end
     * @param audit counts what the auditor wants
     * @param conditions are asked at the end
     */
    public record TpccEvidence(AcknowledgedOrders orders, AuditTrail audit, ConsistencyCheck conditions) {
        /** Of ten terminals to each warehouse. */
        public static TpccEvidence of(WarehouseScale scale) {
            return of(
                    scale,
                    Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS),
                    ConsistencyCheck.BY_DEFAULT);
        }

        /** @param terminals as {@link AuditTrail} wants them */
        public static TpccEvidence of(WarehouseScale scale, int terminals, ConsistencyCheck conditions) {
            return new TpccEvidence(new AcknowledgedOrders(scale), new AuditTrail(scale, terminals), conditions);
        }
    }
}
