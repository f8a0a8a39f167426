package squall.tpcc.transaction;

import java.math.BigDecimal;
import squall.spi.Outcome;

/**
 * What a Payment's user is shown of the customer (2.5.3).
 *
 * @param id which a user who gave a name did not know
 * @param balance after the payment
 * @param data the first 200 characters of what is kept about a customer with bad credit; empty for others
 */
public record Payer(int id, BigDecimal balance, String data) {
    static final Payer MISSING = new Payer(0, BigDecimal.ZERO, "");

    /** As it is counted. */
    public Outcome outcome() {
        return id == 0 ? Answers.missing("Payment: there is no such warehouse, district or customer") : Outcome.OK;
    }
}
