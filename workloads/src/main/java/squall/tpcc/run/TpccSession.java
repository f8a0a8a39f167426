package squall.tpcc.run;

import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlSession;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.Input;
import squall.tpcc.terminal.Inputs;
import squall.tpcc.transaction.Delivered;
import squall.tpcc.transaction.PlacedOrder;
import squall.tpcc.transaction.Profiles;

/** One connection that performs the transactions of whichever terminal is due. */
final class TpccSession implements Session {
    private final TpccSettings settings;
    private final Operations operations;
    private final Inputs inputs;
    private final Books books;
    private final SqlSession<Profiles> session;
    private PlacedOrder placed = PlacedOrder.MISSING;
    private Delivered delivered = Delivered.NOTHING;

    TpccSession(TpccSettings settings, Operations operations, Inputs inputs, SqlSession<Profiles> session) {
        this.settings = settings;
        this.operations = operations;
        this.inputs = inputs;
        this.books = new Books(settings);
        this.session = session;
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        int terminal = settings.homes().terminal(turn);
        long step = settings.homes().step(turn);
        TransactionType type = settings.type(turn);
        perform(turn, type, inputs.at(type, terminal, step));
        if (!turn.deferred()) {
            books.waited(type, terminal, step);
        }
        return true;
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }

    private void perform(Turn turn, TransactionType type, Input input) throws InterruptedException {
        Operation operation = operations.of(turn, type);
        long sentNs = turn.nowNs();
        if (type == TransactionType.DELIVERY && settings.deferred() && !turn.deferred()) {
            turn.defer();
            turn.record(operation, sentNs, Outcome.OK, 1);
            return;
        }
        Outcome outcome = switch (input) {
            case Input.NewOrder order -> newOrder(turn, order);
            case Input.Payment payment -> payment(turn, payment);
            case Input.OrderStatus status -> orderStatus(turn, status);
            case Input.Delivery delivery -> delivery(turn, delivery);
            case Input.StockLevel level -> stockLevel(turn, level);
        };
        turn.record(operation, sentNs, outcome, session.attempts());
    }

    private Outcome newOrder(Turn turn, Input.NewOrder order) throws InterruptedException {
        Outcome outcome = session.transaction(Effect.ONCE, turn, profiles -> {
            placed = profiles.newOrder(order);
            return placed.outcome();
        });
        books.order(order, placed, outcome);
        return outcome;
    }

    private Outcome payment(Turn turn, Input.Payment payment) throws InterruptedException {
        Outcome outcome = session.statement(
                Effect.ONCE, turn, profiles -> profiles.payment(payment).outcome());
        books.payment(payment, outcome);
        return outcome;
    }

    private Outcome orderStatus(Turn turn, Input.OrderStatus status) throws InterruptedException {
        Outcome outcome = session.statement(
                Effect.READ, turn, profiles -> profiles.orderStatus(status).outcome());
        books.orderStatus(status, outcome);
        return outcome;
    }

    private Outcome delivery(Turn turn, Input.Delivery delivery) throws InterruptedException {
        Outcome outcome = session.statement(Effect.ONCE, turn, profiles -> {
            delivered = profiles.delivery(delivery);
            return delivered.outcome();
        });
        books.delivery(delivered, outcome);
        return outcome;
    }

    private Outcome stockLevel(Turn turn, Input.StockLevel level) throws InterruptedException {
        return session.statement(Effect.READ, turn, profiles -> {
            profiles.stockLevel(level);
            return Outcome.OK;
        });
    }
}
