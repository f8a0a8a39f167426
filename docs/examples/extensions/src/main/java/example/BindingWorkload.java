package example;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.PreparedWorkload;
import squall.spi.Session;
import squall.spi.Target;
import squall.spi.Turn;
import squall.spi.Workload;

/** Workload {@code binding}: a binding for YCSB under faults, half reads, half updates of loaded rows. */
public final class BindingWorkload implements Workload {
    private static final Outcome NOT_CONNECTED =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "not-connected"), "");

    @Override
    public String name() {
        return "binding";
    }

    @Override
    public String summary() {
        return "reads and updates through a YCSB binding: rows (100)";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) {
        options.allowOnly(List.of("rows"));
        Properties properties = new Properties();
        properties.setProperty("plain.url", target.url());
        properties.setProperty("plain.user", target.user());
        return new BindingLoad(properties, options.number("rows", 100, 1, 1_000_000));
    }

    /** Load through bindings. One whose connection broke says no more than ERROR: it is thrown away, and another takes its place. */
    private record BindingLoad(Properties properties, int rows) implements PreparedWorkload, Load {
        private static final Operation READ = new Operation(0, "READ", false);
        private static final Operation UPDATE = new Operation(1, "UPDATE", false);
        private static final int SESSIONS = 4;

        @Override
        public void fill(Consumer<String> progress) throws IOException {
            try {
                DB db = connected();
                for (int row = 0; row < rows; row++) {
                    if (!db.insert("plain", "row" + row, value(row)).isOk()) {
                        throw new IOException("row " + row + " was not stored");
                    }
                }
                db.cleanup();
            } catch (DBException e) {
                throw new IOException(e);
            }
        }

        @Override
        public Load load() {
            return this;
        }

        @Override
        public int sessions() {
            return SESSIONS;
        }

        @Override
        public List<Operation> operations() {
            return List.of(READ, UPDATE);
        }

        @Override
        public void setUp() {
            // The rows are there.
        }

        @Override
        public DatabaseInfo database() {
            return new DatabaseInfo("plain", "", List.of(properties.getProperty("plain.url")), Map.of());
        }

        @Override
        public Session open(int session) throws IOException {
            try {
                return new BindingSession(this, connected());
            } catch (DBException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            // Sessions have closed what they opened.
        }

        private DB connected() throws DBException {
            DB db = new PlainDb();
            db.setProperties(properties);
            db.init();
            return db;
        }

        private static Map<String, ByteIterator> value(long number) {
            return Map.of("value", new StringByteIterator("value " + number));
        }
    }

    private static final class BindingSession implements Session {
        private final BindingLoad load;
        private DB db;
        private boolean broken;

        BindingSession(BindingLoad load, DB db) {
            this.load = load;
            this.db = db;
        }

        @Override
        public boolean perform(Turn turn) {
            boolean reads = turn.index() / load.rows() % 2 == 0;
            long sentNs = turn.nowNs();
            Outcome outcome = reconnected() ? outcome(call(turn.index(), reads), reads) : NOT_CONNECTED;
            turn.record(reads ? BindingLoad.READ : BindingLoad.UPDATE, sentNs, outcome, 1);
            broken = !(outcome instanceof Outcome.Ok);
            return true;
        }

        private Status call(long index, boolean reads) {
            String key = "row" + index % load.rows();
            return reads
                    ? db.read("plain", key, null, new HashMap<>())
                    : db.update("plain", key, BindingLoad.value(index));
        }

        /** Returns the outcome of a call. The effect of a failed one is unknown, unless it only read. */
        private static Outcome outcome(Status status, boolean reads) {
            if (status.isOk()) {
                return Outcome.OK;
            }
            ErrorCode error = new ErrorCode(ErrorKind.OTHER, status.getName());
            return reads ? new Outcome.Refused(error, "") : new Outcome.Unknown(error, "");
        }

        private boolean reconnected() {
            if (broken) {
                close();
                try {
                    db = load.connected();
                } catch (DBException e) {
                    return false; // the node is still away: the next turn tries again
                }
            }
            return true;
        }

        @Override
        public void abort() {
            close();
        }

        @Override
        public void close() {
            try {
                db.cleanup();
            } catch (DBException e) {
                // Its connection had ended before.
            }
        }
    }
}
