package squall.adversity.probe.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import squall.adversity.probe.ground.Balance;
import squall.adversity.probe.ground.Entry;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.ground.Transfer;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.cql.Exchange;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;

/** One session of a probe over CQL. */
final class CqlHand implements Hand {
    private final CqlDatabase database;
    private final CqlHandle handle;
    private final CqlTexts texts;
    private long version;

    CqlHand(CqlDatabase database, int number, CqlTexts texts) {
        this.database = database;
        this.handle = database.handle(number);
        this.texts = texts;
    }

    @Override
    public Outcome insert(Entry entry, Turn turn) throws InterruptedException {
        return write(
                turn,
                texts.insert(),
                entry.writer(),
                CqlTexts.part(entry.number()),
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
        return handle.unit(Effect.READ, turn, exchange -> {
            Row row = exchange.execute(
                            database.attributed(exchange.prepared(texts.read()).bind(key), Effect.READ))
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
    public Outcome transfer(Transfer transfer, Turn turn) {
        throw new UnsupportedOperationException(CqlGround.NO_MONEY);
    }

    @Override
    public Outcome audit(Turn turn) {
        throw new UnsupportedOperationException(CqlGround.NO_MONEY);
    }

    @Override
    public Balance balance() {
        throw new UnsupportedOperationException(CqlGround.NO_MONEY);
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
        return handle.unit(Effect.ONCE, turn, exchange -> written(exchange, text, values));
    }

    private Outcome written(Exchange exchange, String text, Object... values) throws InterruptedException {
        exchange.execute(database.attributed(exchange.prepared(text).bind(values), Effect.ONCE));
        return Outcome.OK;
    }
}
