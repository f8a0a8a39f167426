package example;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Target;
import squall.spi.Turn;

/** Load of the service: places orders, and looks for them. Afterwards every acknowledged order must be there. */
final class OrdersLoad implements Load {
    private static final Operation PLACE = new Operation(0, "PLACE", false);
    private static final Operation FIND = new Operation(1, "FIND", false);

    private final Target target;
    /** First number of this run; those of earlier runs are smaller. */
    private final long first = System.currentTimeMillis() * 1000;

    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

    OrdersLoad(Target target) {
        this.target = target;
    }

    @Override
    public List<Operation> operations() {
        return List.of(PLACE, FIND);
    }

    @Override
    public void setUp() throws IOException {
        try (Orders orders = service()) {
            orders.createTable();
        } catch (SQLException e) {
            throw new IOException(target.url() + ": creating table orders failed: " + e.getMessage(), e);
        }
    }

    @Override
    public DatabaseInfo database() {
        return new DatabaseInfo("orders", "", List.of(target.url()), Map.of());
    }

    @Override
    public Session open(int session) {
        return new OrdersSession(service());
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        return List.of(DataCheck.of("orders", "orders", this::checkAcknowledged));
    }

    private String checkAcknowledged(DataCheck check) throws IOException {
        try (Orders orders = service()) {
            Set<Long> there = orders.from(first);
            check.examined(acknowledged.size());
            acknowledged.stream()
                    .filter(number -> !there.contains(number))
                    .forEach(number -> check.wrong("order " + number + " was acknowledged and is missing"));
            return "every acknowledged order is there";
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private Orders service() {
        return new Orders(target.url(), target.user(), target.password());
    }

    @Override
    public void close() {
        acknowledged.clear();
    }

    /** Session for one thread at a time. Database errors are outcomes, never exceptions. */
    private final class OrdersSession implements Session {
        private final Orders orders;

        OrdersSession(Orders orders) {
            this.orders = orders;
        }

        @Override
        public boolean perform(Turn turn) {
            long sentNs = turn.nowNs();
            boolean places = turn.index() % 2 == 0;
            Outcome outcome = places ? place(first + turn.index()) : find(first + turn.index() - 1);
            turn.record(places ? PLACE : FIND, sentNs, outcome, 1); // due at turn.dueNs(), answered now
            return true; // there may be another
        }

        private Outcome place(long number) {
            try {
                orders.place(number, "item " + number);
                acknowledged.add(number);
                return Outcome.OK;
            } catch (SQLException e) {
                // The statement commits itself: whether it did is known only if the server itself said that it did not.
                return answered(e) ? new Outcome.Refused(error(e), message(e)) : lost(e);
            }
        }

        private Outcome find(long number) {
            try {
                return orders.find(number).isPresent() ? Outcome.OK : Outcome.NOT_FOUND;
            } catch (SQLException e) {
                orders.disconnect();
                return new Outcome.Refused(error(e), message(e));
            }
        }

        private Outcome lost(SQLException e) {
            orders.disconnect();
            return new Outcome.Unknown(error(e), message(e));
        }

        @Override
        public void abort() {
            orders.disconnect();
        }

        @Override
        public void close() {
            orders.close();
        }
    }

    /** Returns whether the server answered: broken connections are class 08, servers that go down or come up 57P. */
    private static boolean answered(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.length() == 5 && !state.startsWith("08") && !state.startsWith("57P");
    }

    private static ErrorCode error(SQLException e) {
        return new ErrorCode(answered(e) ? ErrorKind.OTHER : ErrorKind.CONNECTION, String.valueOf(e.getSQLState()));
    }

    private static String message(SQLException e) {
        return String.valueOf(e.getMessage());
    }
}
