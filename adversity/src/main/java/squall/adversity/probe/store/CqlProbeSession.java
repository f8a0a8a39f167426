package squall.adversity.probe.store;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.cql.CqlTable.TableOptions;
import squall.cql.CqlUnitOfWork;
import squall.spi.CallContext;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/** Session of a probe over CQL. */
sealed class CqlProbeSession extends CqlHandle implements ProbeSession permits AccordProbeSession {
    /** Maximum number of tries of one update, when other sessions are first. */
    private static final int MOST_TRIES = 100;

    private static final Outcome OVERTAKEN =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "overtaken"), "other sessions were first");

    private final Statements texts;
    private long version;
    private long counter;

    CqlProbeSession(CqlDatabase database, int number, Statements texts) {
        super(database, number);
        this.texts = texts;
    }

    @Override
    public Outcome insert(ProbeSession.LedgerEntry entry, CallContext call) throws InterruptedException {
        return write(
                texts.insert(),
                call,
                entry.writer(),
                Statements.part(entry.number()),
                entry.number(),
                entry.checksum(),
                entry.payload());
    }

    /** {@inheritDoc} The version is also the write's timestamp; only a larger one overwrites the stored one. */
    @Override
    public Outcome raise(int key, long to, CallContext call) throws InterruptedException {
        return write(texts.raise(), call, to + 1, to, key);
    }

    @Override
    public Outcome read(int key, CallContext call) throws InterruptedException {
        return unit(WorkEffect.READ, call, exchange -> {
            Row row = answer(exchange, WorkEffect.READ, texts.read(), key).next();
            if (row == null || row.isNull(0)) {
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
                CqlUnitOfWork.CqlAnswer answer =
                        answer(exchange, WorkEffect.ONCE, texts.increment(), counter + 1, counter);
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

    private Outcome write(String text, CallContext call, Object... values) throws InterruptedException {
        return unit(WorkEffect.ONCE, call, exchange -> {
            answer(exchange, WorkEffect.ONCE, text, values);
            return Outcome.OK;
        });
    }

    /** Returns the answer of a statement. @param values of its markers */
    final CqlUnitOfWork.CqlAnswer answer(CqlUnitOfWork exchange, WorkEffect effect, String text, Object... values)
            throws InterruptedException {
        return exchange.execute(database().attributed(exchange.prepared(text).bind(values), effect));
    }

    /** Text of the statements on the tables of one run, in CQL. @param run its id, six hexadecimal digits */
    record Statements(String run, CqlDialect dialect) {
        static final String KEYSPACE = "squall_probes";

        /** Column of the counter's value. */
        static final String COUNT = "n";

        /** Maximum number of a writer's rows in one partition, so that none grows without bound. */
        private static final int PART = 10_000;

        static int part(long number) {
            return Math.toIntExact(number / PART);
        }

        List<String> make() {
            return List.of(
                    create(
                            ledger(),
                            "writer int, part int, seq bigint, crc int, payload text, PRIMARY KEY ((writer, part), seq)"),
                    create(register(), "k int PRIMARY KEY, ver bigint"),
                    create(counter(), "k int PRIMARY KEY, " + COUNT + " bigint"));
        }

        /** Returns the statement that creates a table, for Accord's transactions where the dialect has them. */
        String create(String table, String columns) {
            return "CREATE TABLE IF NOT EXISTS " + table + " (" + columns + ")"
                    + new TableOptions(0, accord(), 0, "").clause(dialect);
        }

        private boolean accord() {
            return dialect == CqlDialect.ACCORD;
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
            return "INSERT INTO " + register() + " (k, ver) VALUES (" + key + ", 0)"
                    + (accord() ? "" : " USING TIMESTAMP 1");
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
         * write. Accord orders any read after them.
         */
        String readCounter() {
            return accord()
                    ? "SELECT n FROM " + counter() + " WHERE k = 0"
                    : "UPDATE " + counter() + " SET n = -1 WHERE k = 0 IF n = -1";
        }

        String counter() {
            return table("counter");
        }

        private String ledger() {
            return table("ledger");
        }

        String register() {
            return table("register");
        }

        /** Returns the name of a table of this run. */
        String table(String kind) {
            return KEYSPACE + "." + kind + "_" + run;
        }
    }
}
