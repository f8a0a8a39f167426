package squall.adversity.probe.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import squall.adversity.probe.store.ProbeSession;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.WorkEffect;

/** One session of a probe over CQL. */
final class CqlProbeSession implements ProbeSession {
    /** Other sessions may be first so often. */
    private static final int MOST_TRIES = 100;

    private static final Outcome OVERTAKEN =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "overtaken"), "other sessions were first");

    private final CqlDatabase database;
    private final CqlHandle handle;
    private final CqlProbeStatements texts;
    private long version;
    private long counter;

    CqlProbeSession(CqlDatabase database, int number, CqlProbeStatements texts) {
        this.database = database;
        this.handle = database.handle(number);
        this.texts = texts;
    }

    @Override
    public Outcome insert(ProbeSession.LedgerEntry entry, Turn turn) throws InterruptedException {
        return write(
                turn,
                texts.insert(),
                entry.writer(),
                CqlProbeStatements.part(entry.number()),
                entry.number(),
                entry.checksum(),
                entry.payload());
    }

    /** The version is its timestamp too; what is there is overwritten only by a larger one. */
    @Override
    public Outcome raise(int key, long to, Turn turn) throws InterruptedException {
        return write(turn, texts.raise(), to + 1, to, key);
    }

    @Override
    public Outcome read(int key, Turn turn) throws InterruptedException {
        return handle.unit(WorkEffect.READ, turn, exchange -> {
            Row row = exchange.execute(
                            database.attributed(exchange.prepared(texts.read()).bind(key), WorkEffect.READ))
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

    @Override
    public Outcome transfer(ProbeSession.AccountTransfer transfer, Turn turn) {
        throw new UnsupportedOperationException(CqlProbeStore.NO_MONEY);
    }

    @Override
    public Outcome audit(Turn turn) {
        throw new UnsupportedOperationException(CqlProbeStore.NO_MONEY);
    }

    @Override
    public ProbeSession.AccountTotals balance() {
        throw new UnsupportedOperationException(CqlProbeStore.NO_MONEY);
    }

    /** What is there is learned from the answer of a try whose condition did not hold; one that did not is certainly not applied. */
    @Override
    public Outcome increment(Turn turn) throws InterruptedException {
        return handle.unit(WorkEffect.ONCE, turn, exchange -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                CqlUnitOfWork.CqlAnswer answer = exchange.execute(database.attributed(
                        exchange.prepared(texts.increment()).bind(counter + 1, counter), WorkEffect.ONCE));
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

    /** The driver asks whichever node it likes. */
    @Override
    public String endpoint() {
        return "";
    }

    @Override
    public void abort() {
        handle.abort();
    }

    @Override
    public void close() {
        handle.close();
    }

    private Outcome write(Turn turn, String text, Object... values) throws InterruptedException {
        return handle.unit(WorkEffect.ONCE, turn, exchange -> written(exchange, text, values));
    }

    private Outcome written(CqlUnitOfWork exchange, String text, Object... values) throws InterruptedException {
        exchange.execute(database.attributed(exchange.prepared(text).bind(values), WorkEffect.ONCE));
        return Outcome.OK;
    }
}
