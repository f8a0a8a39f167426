package squall.tpcc.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.spi.TurnPosition;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.tpcc.TransactionType;
import squall.tpcc.audit.AuditTrail;
import squall.tpcc.check.AcknowledgedOrders;
import squall.tpcc.check.CountedUpdates;
import squall.tpcc.terminal.TerminalUsers;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInput.CustomerSelector;
import squall.tpcc.terminal.TransactionInputs;
import squall.tpcc.transaction.TransactionProfiles;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;
import squall.tpcc.transaction.TransactionProfiles.PaymentResult;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/** Session that executes on its connection the transactions of the terminal that is due. */
final class TpccSession extends SqlSession<TransactionProfiles> implements Session {
    private final TpccSettings settings;
    private final TpccOperations operations;
    private final TransactionInputs inputs;
    private final AuditRecorder recorder;

    /** Flag set if every transaction but New-Order is a single statement that commits itself. */
    private final boolean single;

    private PlacedOrder placed = PlacedOrder.MISSING;
    private PaymentResult paid = PaymentResult.MISSING;
    private DeliveryResult delivered = DeliveryResult.NOTHING;

    TpccSession(
            SqlDatabase database,
            int number,
            TpccSettings settings,
            TpccOperations operations,
            TransactionInputs inputs) {
        super(database, number, connection -> new TransactionProfiles(connection, database.dialect()));
        this.single = TransactionProfiles.single(database.dialect().language());
        this.settings = settings;
        this.operations = operations;
        this.inputs = inputs;
        this.recorder = new AuditRecorder(settings);
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        int terminal = settings.homes().terminal(turn);
        long step = settings.homes().step(turn);
        TransactionType type = settings.type(turn);
        perform(turn, type, inputs.at(type, terminal, step));
        if (!turn.deferred()) {
            recorder.waited(type, terminal, step);
        }
        return true;
    }

    private void perform(Turn turn, TransactionType type, TransactionInput input) throws InterruptedException {
        Operation operation = operations.of(turn, type);
        long sentNs = turn.nowNs();
        if (type == TransactionType.DELIVERY && settings.deferred() && !turn.deferred()) {
            turn.defer();
            turn.record(operation, sentNs, Outcome.OK, 1);
            return;
        }
        Outcome outcome = switch (input) {
            case TransactionInput.NewOrder order -> newOrder(turn, sentNs, order);
            case TransactionInput.Payment payment -> payment(turn, sentNs, payment);
            case TransactionInput.OrderStatus status -> orderStatus(turn, status);
            case TransactionInput.Delivery delivery -> delivery(turn, delivery);
            case TransactionInput.StockLevel level -> stockLevel(turn, level);
        };
        turn.record(operation, sentNs, outcome, attempts());
    }

    private Outcome newOrder(Turn turn, long sentNs, TransactionInput.NewOrder order) throws InterruptedException {
        Outcome outcome = transaction(WorkEffect.ONCE, turn, profiles -> {
            placed = profiles.newOrder(order);
            return placed.outcome();
        });
        recorder.order(order, placed, outcome);
        if (outcome instanceof Outcome.Ok && placed.end() == PlacedOrder.TransactionEnd.PLACED) {
            recorder.updates(turn, sentNs, order, placed);
        }
        return outcome;
    }

    private Outcome payment(Turn turn, long sentNs, TransactionInput.Payment payment) throws InterruptedException {
        Outcome outcome = commit(WorkEffect.ONCE, turn, profiles -> {
            paid = profiles.payment(payment);
            return paid.outcome();
        });
        recorder.payment(payment, outcome);
        if (outcome instanceof Outcome.Ok) {
            recorder.update(turn, sentNs, payment, paid);
        }
        return outcome;
    }

    private Outcome orderStatus(Turn turn, TransactionInput.OrderStatus status) throws InterruptedException {
        Outcome outcome = commit(
                WorkEffect.READ, turn, profiles -> profiles.orderStatus(status).outcome());
        recorder.orderStatus(status, outcome);
        return outcome;
    }

    private Outcome delivery(Turn turn, TransactionInput.Delivery delivery) throws InterruptedException {
        Outcome outcome = commit(WorkEffect.ONCE, turn, profiles -> {
            delivered = profiles.delivery(delivery);
            return delivered.outcome();
        });
        recorder.delivery(delivered, outcome);
        return outcome;
    }

    private Outcome stockLevel(Turn turn, TransactionInput.StockLevel level) throws InterruptedException {
        return commit(WorkEffect.READ, turn, profiles -> {
            profiles.stockLevel(level);
            return Outcome.OK;
        });
    }

    private Outcome commit(WorkEffect effect, Turn turn, SqlWork<TransactionProfiles> work)
            throws InterruptedException {
        return single ? statement(effect, turn, work) : transaction(effect, turn, work);
    }

    /** Recorder of acknowledged transactions, and of orders with an unknown outcome, for the check of orders and the audit. */
    private static final class AuditRecorder {
        private final AcknowledgedOrders orders;
        private final AuditTrail audit;
        private final Optional<TerminalUsers> users;
        private final Optional<CountedUpdates> updates;

        AuditRecorder(TpccSettings settings) {
            this.orders = settings.evidence().orders();
            this.audit = settings.evidence().audit();
            this.users = settings.users();
            this.updates = settings.evidence().updates();
        }

        void order(TransactionInput.NewOrder order, PlacedOrder placed, Outcome outcome) {
            switch (outcome) {
                case Outcome.Ok ok -> {
                    boolean rolledBack = placed.end() == PlacedOrder.TransactionEnd.ROLLED_BACK;
                    if (rolledBack) {
                        orders.rolledBack();
                    } else {
                        orders.acknowledged(order.warehouse(), order.district(), placed.id());
                    }
                    audit(order, rolledBack);
                }
                case Outcome.Unknown unknown -> orders.unknown(order.warehouse(), order.district());
                case Outcome.Refused refused -> {
                    // Refused: certainly not applied, and not counted in the mix.
                }
            }
        }

        void payment(TransactionInput.Payment payment, Outcome outcome) {
            if (outcome instanceof Outcome.Ok) {
                audit.payment(payment.remote(), byLastName(payment.payer()), payment.warehouse());
                if (payment.remote()) {
                    audit.payer(payment.payer().warehouse());
                }
            }
        }

        /** Records the rows that a placed order has counted. */
        void updates(Turn turn, long sentNs, TransactionInput.NewOrder order, PlacedOrder placed) {
            updates.ifPresent(all -> {
                CountedUpdates.Span span = new CountedUpdates.Span(sentNs, turn.nowNs());
                all.district(order.warehouse(), order.district(), placed.id() + 1L, span);
                for (PlacedOrder.PlacedLine shown : placed.lines()) {
                    TransactionInput.OrderLine line = order.lines().get(shown.number() - 1);
                    all.stock(line.supplier(), line.item(), shown.orders(), span);
                }
            });
        }

        /** Records the customer whose payments were counted. */
        void update(Turn turn, long sentNs, TransactionInput.Payment payment, PaymentResult paid) {
            CustomerSelector payer = payment.payer();
            updates.ifPresent(all -> all.customer(
                    payer.warehouse(),
                    payer.district(),
                    paid.id(),
                    paid.payments(),
                    new CountedUpdates.Span(sentNs, turn.nowNs())));
        }

        void orderStatus(TransactionInput.OrderStatus status, Outcome outcome) {
            if (outcome instanceof Outcome.Ok) {
                audit.orderStatus(byLastName(status.customer()));
            }
        }

        void delivery(DeliveryResult delivered, Outcome outcome) {
            if (outcome instanceof Outcome.Ok) {
                audit.delivery(delivered.skipped());
            }
        }

        /** Records the keying time and the think time of this terminal's user. */
        void waited(TransactionType type, int terminal, long step) {
            users.ifPresent(u -> audit.waited(type, u.keyingNs(type), u.thinkNs(terminal, step)));
        }

        private void audit(TransactionInput.NewOrder order, boolean rolledBack) {
            audit.order(rolledBack, order.lines().size(), order.remoteLines(), order.warehouse());
            for (TransactionInput.OrderLine line : order.lines()) {
                if (line.supplier() != order.warehouse()) {
                    audit.supplier(line.supplier());
                }
            }
        }

        private static boolean byLastName(CustomerSelector customer) {
            return switch (customer) {
                case CustomerSelector.ById known -> false;
                case CustomerSelector.ByLastName named -> true;
            };
        }
    }

    /**
     * Operations of a run: the five types in their order; then, where deliveries are deferred, the queued ones; or else, where each
     * transaction is executed cold before it counts, the cold executions by type.
     *
     * <p>A deferred Delivery is one business transaction (2.7.2), complete when the last of its orders is delivered. It is counted there, as completed
     * or as failed; its queueing, for which the terminal waits, is a part with a response time of its own (5.2.5.3).
     */
    static final class TpccOperations {
        private final TpccSettings settings;
        private final Map<TransactionType, Operation> ofTerminals = new EnumMap<>(TransactionType.class);
        private final Map<TransactionType, Operation> cold = new EnumMap<>(TransactionType.class);
        private final Operation deferred;

        TpccOperations(TpccSettings settings) {
            this.settings = settings;
            int types = TransactionType.values().length;
            for (TransactionType type : TransactionType.values()) {
                boolean part = settings.deferred() && type == TransactionType.DELIVERY;
                ofTerminals.put(type, new Operation(ofTerminals.size(), type.label(), part));
                cold.put(type, new Operation(types + cold.size(), type.coldLabel(), false));
            }
            deferred = new Operation(types, TransactionType.DELIVERY.deferredLabel(), false);
        }

        List<Operation> all() {
            List<Operation> all = new ArrayList<>(ofTerminals.values());
            if (settings.deferred()) {
                all.add(deferred);
            } else if (settings.mix().cold(0)) {
                all.addAll(cold.values());
            }
            return all;
        }

        /** Returns the operation of this turn. @param type the type of the turn's transaction */
        Operation of(TurnPosition place, TransactionType type) {
            if (place.deferred()) {
                return deferred;
            }
            return Objects.requireNonNull((settings.cold(place) ? cold : ofTerminals).get(type));
        }
    }
}
