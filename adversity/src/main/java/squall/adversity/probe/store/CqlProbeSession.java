package squall.adversity.probe.store;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.spi.CallContext;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/** Session of a probe over CQL. */
final class CqlProbeSession extends CqlHandle implements ProbeSession {
    /** Maximum number of tries of one update, when other sessions are first. */
    private static final int MOST_TRIES = 100;

    private static final Outcome OVERTAKEN =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "overtaken"), "other sessions were first");

    private final CqlProbeStatements texts;
    private long version;
    private long counter;

    CqlProbeSession(CqlDatabase database, int number, CqlProbeStatements texts) {
        super(database, number);
        this.texts = texts;
    }

    @Override
    public Outcome insert(ProbeSession.LedgerEntry entry, CallContext call) throws InterruptedException {
        return write(
                call,
                texts.insert(),
                entry.writer(),
                CqlProbeStatements.part(entry.number()),
                entry.number(),
                entry.checksum(),
                entry.payload());
    }

    /** {@inheritDoc} The version is also the write's timestamp; only a larger one overwrites the stored one. */
    @Override
    public Outcome raise(int key, long to, CallContext call) throws InterruptedException {
        return write(call, texts.raise(), to + 1, to, key);
    }

    @Override
    public Outcome read(int key, CallContext call) throws InterruptedException {
        return unit(WorkEffect.READ, call, exchange -> {
            Row row = exchange.execute(database()
                            .attributed(exchange.prepared(texts.read()).bind(key), WorkEffect.READ))
                    .next();
            if (row == null) {
                return Outcome.NOT_FOUND;
            }
            version = row.getLong(0);
            return Outcome.OK;
        });
    }

    @Override
    public long version() {
        return version;
    }

    /** {@inheritDoc} Reads the stored value from the answer of a try whose condition did not hold; such a try is certainly not applied. */
    @Override
    public Outcome increment(CallContext call) throws InterruptedException {
        return unit(WorkEffect.ONCE, call, exchange -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                CqlUnitOfWork.CqlAnswer answer = exchange.execute(database()
                        .attributed(exchange.prepared(texts.increment()).bind(counter + 1, counter), WorkEffect.ONCE));
                if (answer.applied()) {
                    counter++;
                    return Outcome.OK;
                }
                Row row = answer.next();
                if (row == null || row.getColumnDefinitions().size() < 2) {
                    return NO_COUNTER;
                }
                counter = row.getLong(1);
            }
            return OVERTAKEN;
        });
    }

    /** Returns an empty name, because the driver chooses the node of each request. */
    @Override
    public String endpoint() {
        return "";
    }

    private Outcome write(CallContext call, String text, Object... values) throws InterruptedException {
        return unit(WorkEffect.ONCE, call, exchange -> written(exchange, text, values));
    }

    private Outcome written(CqlUnitOfWork exchange, String text, Object... values) throws InterruptedException {
        exchange.execute(database().attributed(exchange.prepared(text).bind(values), WorkEffect.ONCE));
        return Outcome.OK;
    }

    /** Text of the statements on the tables of one run, in CQL. @param run its id, six hexadecimal digits */
    record CqlProbeStatements(String run) {
        static final String KEYSPACE = "squall_probes";

        /** Maximum number of a writer's rows in one partition, so that none grows without bound. */
        private static final int PART = 10_000;

        static int part(long number) {
            return Math.toIntExact(number / PART);
        }

        List<String> make() {
            return List.of(
                    "CREATE TABLE IF NOT EXISTS " + ledger()
                            + " (writer int, part int, seq bigint, crc int, payload text,"
                            + " PRIMARY KEY ((writer, part), seq))",
                    "CREATE TABLE IF NOT EXISTS " + register() + " (k int PRIMARY KEY, ver bigint)",
                    "CREATE TABLE IF NOT EXISTS " + counter() + " (k int PRIMARY KEY, n bigint)");
        }

        List<String> drop() {
            return List.of(
                    "DROP TABLE IF EXISTS " + ledger(),
                    "DROP TABLE IF EXISTS " + register(),
                    "DROP TABLE IF EXISTS " + counter());
        }

        String insert() {
            return "INSERT INTO " + ledger() + " (writer, part, seq, crc, payload) VALUES (?, ?, ?, ?, ?)";
        }

        /** Returns an update with a timestamp: of two writes the one with the larger timestamp counts, whichever arrives last. */
        String raise() {
            return "UPDATE " + register() + " USING TIMESTAMP ? SET ver = ? WHERE k = ?";
        }

        String read() {
            return "SELECT ver FROM " + register() + " WHERE k = ?";
        }

        String seed(int key) {
            return "INSERT INTO " + register() + " (k, ver) VALUES (" + key + ", 0) USING TIMESTAMP 1";
        }

        String version(int key) {
            return "SELECT ver FROM " + register() + " WHERE k = " + key;
        }

        String rows(int writer, int part) {
            return "SELECT seq, crc, payload FROM " + ledger() + " WHERE writer = " + writer + " AND part = " + part;
        }

        /**
         * Returns a conditional insert, as every write of the counter is: timestamps of conditional and plain writes come from different
         * clocks.
         */
        String seedCounter() {
            return "INSERT INTO " + counter() + " (k, n) VALUES (0, 0) IF NOT EXISTS";
        }

        /** Returns an update that raises the counter, or answers with the stored value instead. */
        String increment() {
            return "UPDATE " + counter() + " SET n = ? WHERE k = 0 IF n = ?";
        }

        /**
         * Returns an update whose condition never holds: it answers with the stored value, after completing every earlier conditional
         * write.
         */
        String readCounter() {
            return "UPDATE " + counter() + " SET n = -1 WHERE k = 0 IF n = -1";
        }

        private String counter() {
            return KEYSPACE + ".counter_" + run;
        }

        private String ledger() {
            return KEYSPACE + ".ledger_" + run;
        }

        private String register() {
            return KEYSPACE + ".register_" + run;
        }
    }
}
