package squall.tpcc.transaction;

import squall.spi.Outcome;
import squall.tpcc.Scale;

/**
 * What a Delivery did.
 *
 * @param taken districts that had a pending order
 * @param billed those whose customer and lines were found too
 */
public record Delivered(int taken, int billed) {
    public static final Delivered NOTHING = new Delivered(0, 0);

    /** Districts without a pending order; more than 1 % of deliveries with one fail the audit (9.2.1.7). */
    public int skipped() {
        return Scale.DISTRICTS - taken;
    }

    /** As it is counted. */
    public Outcome outcome() {
        return taken == billed
                ? Outcome.OK
                : Answers.missing("Delivery: " + (taken - billed) + " orders lack their row, lines or customer");
    }
}
