package squall.tpcc.transaction;

import squall.spi.Outcome;
import squall.tpcc.WarehouseScale;

/**
 * What a Delivery did.
 *
 * @param taken districts that had a pending order
 * @param billed those whose customer and lines were found too
 */
public record DeliveryResult(int taken, int billed) {
    public static final DeliveryResult NOTHING = new DeliveryResult(0, 0);

    /** Districts without a pending order; more than 1 % of deliveries with one fail the audit (9.2.1.7). */
    public int skipped() {
        return WarehouseScale.DISTRICTS - taken;
    }

    /** As it is counted. */
    public Outcome outcome() {
        return taken == billed
                ? Outcome.OK
                : TpccOutcomes.missing("Delivery: " + (taken - billed) + " orders lack their row, lines or customer");
    }
}
