package squall.sql;

import java.io.IOException;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * Puts chunks of rows into a {@link KeyValueTable} and accounts for every row: acknowledged, refused, or unknown.
 *
 * <p>One thread at a time, except {@link #abort}. A chunk that fails on account of single rows is taken apart until only those are
 * refused.
 *
 * <p>A chunk is one COPY, or one batch of INSERTs in one transaction, so it is there as a whole or not at all. That, and the primary
 * key, make it safe to go on after a lost answer: the rows are read back, and if each is there as sent, the chunk counts as
 * acknowledged; else it is sent again. Were the lost one still under way on the server, the new one would wait for it at its keys and
 * then fail as a duplicate, never be stored twice. Rows of which neither can be learned stay unknown.
 */
public final class BulkInsert implements AutoCloseable {
    /** How rows travel. */
    public enum Mode {
        /** COPY … FROM STDIN, where the server has it. */
        COPY,
        /** Batches that the driver rewrites into multi-row INSERTs. */
        BATCH
    }

    /** Told once for each row of a chunk, in any order. */
    public interface RowOutcomes {
        void row(int row, Outcome outcome, int attempts);
    }

    private final SqlSession<Wire> session;
    private final Mode mode;
    private final CopyFormat format;
    private final boolean transactions;

    /**
     * @param table its key column must be its primary key
     * @param session spreads loaders over the endpoints
     * @throws IOException if no endpoint takes the session
     * @throws IllegalArgumentException if COPY is wanted where {@link SqlDatabase#copies} is false
     */
    public BulkInsert(SqlDatabase database, KeyValueTable table, Mode mode, int session)
            throws IOException, InterruptedException {
        if (mode == Mode.COPY && !database.copies()) {
            throw new IllegalArgumentException(
                    "rows cannot be loaded with COPY: it needs a server with PostgreSQL's protocol and"
                            + " its driver (jdbc:postgresql:), this one is "
                            + database.dialect().product() + "; load in batches");
        }
        this.mode = mode;
        this.format = CopyFormat.of(database.dialect());
        this.transactions = database.transactions();
        this.session = database.bulkSession(
                session,
                connection -> new Wire(
                        connection,
                        database.dialect(),
                        table,
                        database.settings().socketTimeout()));
    }

    /**
     * Sends all rows of the chunk; returns when each has its outcome.
     *
     * @throws IllegalArgumentException if the chunk has several rows and the database has no transactions
     * @throws InterruptedException if interrupted meanwhile; all rows have been told all the same
     */
    public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
        if (!transactions && chunk.rows() > 1) {
            throw new IllegalArgumentException("without transactions rows are sent one by one, not " + chunk.rows());
        }
        if (chunk.rows() > 0 && new Delivery(this, chunk, turn, outcomes).interrupted()) {
            throw new InterruptedException("interrupted while rows were sent");
        }
    }

    /** As {@link SqlSession#abort}. */
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }

    SqlSession<Wire> session() {
        return session;
    }

    /** Sends these rows, all or none. */
    Outcome send(RowChunk chunk, int from, int to, Turn turn) throws InterruptedException {
        return switch (mode) {
            case COPY -> session.statement(Effect.ONCE, turn, new Copy(format, chunk, from, to));
            case BATCH -> {
                SqlSession.Work<Wire> insert = wire -> {
                    wire.insert(chunk, from, to);
                    return Outcome.OK;
                };
                // Without transactions a chunk is one row, which commits itself.
                yield transactions
                        ? session.transaction(Effect.ONCE, turn, insert)
                        : session.statement(Effect.ONCE, turn, insert);
            }
        };
    }

    /** One COPY: nothing is applied before its end is handed over. */
    private static final class Copy implements Staged<Wire> {
        private final CopyFormat format;
        private final RowChunk chunk;
        private final int from;
        private final int to;
        private boolean handedOver;

        Copy(CopyFormat format, RowChunk chunk, int from, int to) {
            this.format = format;
            this.chunk = chunk;
            this.from = from;
            this.to = to;
        }

        @Override
        public Outcome run(Wire wire) throws java.sql.SQLException {
            handedOver = false;
            wire.copy(format, chunk, from, to, () -> handedOver = true);
            return Outcome.OK;
        }

        @Override
        public boolean handedOver() {
            return handedOver;
        }
    }
}
