package squall.tpcc.run;

import java.util.Optional;
import squall.spi.Outcome;
import squall.tpcc.TransactionType;
import squall.tpcc.audit.AuditTrail;
import squall.tpcc.check.AcknowledgedOrders;
import squall.tpcc.terminal.Customer;
import squall.tpcc.terminal.Input;
import squall.tpcc.terminal.OrderLine;
import squall.tpcc.terminal.Users;
import squall.tpcc.transaction.Delivered;
import squall.tpcc.transaction.PlacedOrder;

/** Enters finished transactions into the ledger of orders and the audit: those that were acknowledged, and orders that may be there. */
final class Books {
    private final AcknowledgedOrders orders;
    private final AuditTrail audit;
    private final Optional<Users> users;

    Books(TpccSettings settings) {
        this.orders = settings.evidence().orders();
        this.audit = settings.evidence().audit();
        this.users = settings.users();
    }

    void order(Input.NewOrder order, PlacedOrder placed, Outcome outcome) {
        switch (outcome) {
            case Outcome.Ok ok -> {
                boolean rolledBack = placed.end() == PlacedOrder.End.ROLLED_BACK;
                if (!rolledBack) {
                    orders.acknowledged(order.warehouse(), order.district(), placed.id());
                }
                audit(order, rolledBack);
            }
            case Outcome.Unknown unknown -> orders.unknown(order.warehouse(), order.district());
            case Outcome.Refused refused -> {
                // Certainly not there, and no transaction of the mix.
            }
        }
    }

    void payment(Input.Payment payment, Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            audit.payment(payment.remote(), byLastName(payment.payer()), payment.warehouse());
            if (payment.remote()) {
                audit.payer(payment.payer().warehouse());
            }
        }
    }

    void orderStatus(Input.OrderStatus status, Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            audit.orderStatus(byLastName(status.customer()));
        }
    }

    void delivery(Delivered delivered, Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            audit.delivery(delivered.skipped());
        }
    }

    /** What the user of this terminal keyed and will think. */
    void waited(TransactionType type, int terminal, long step) {
        users.ifPresent(u -> audit.waited(type, u.keyingNs(type), u.thinkNs(terminal, step)));
    }

    private void audit(Input.NewOrder order, boolean rolledBack) {
        audit.order(rolledBack, order.lines().size(), order.remoteLines(), order.warehouse());
        for (OrderLine line : order.lines()) {
            if (line.supplier() != order.warehouse()) {
                audit.supplier(line.supplier());
            }
        }
    }

    private static boolean byLastName(Customer customer) {
        return switch (customer) {
            case Customer.ById known -> false;
            case Customer.ByLastName named -> true;
        };
    }
}
