package squall.fake;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import squall.fake.PreparedQuery.Bound;

/** Implementation of {@link Connection}. Used by one thread at a time, except {@link #abort} and {@link #close}. It never times out. */
final class DialsConnection {
    private static final InterfaceProxy<Connection> FACE =
            new InterfaceProxy<>(Connection.class, DialsConnection.class);

    private final DialsServer server;
    private final SplittableRandom random;
    private final Connection face;
    private boolean autoCommit = true;
    private int isolation = Connection.TRANSACTION_READ_COMMITTED;
    private volatile boolean closed;
    private volatile @Nullable Thread waiting;

    DialsConnection(DialsServer server) {
        this.server = server;
        this.random = new SplittableRandom(server.number());
        this.face = FACE.of(this);
    }

    Connection face() {
        return face;
    }

    DialsServer server() {
        return server;
    }

    /** Makes one call; returns when the server has answered. An interrupt is kept for later, as by a blocked socket. */
    void call(LatencyModel latency) throws SQLException {
        refuseIfClosed();
        long ns = latency.nextNs(random);
        if (ns > 0) {
            await(System.nanoTime() + ns);
        }
    }

    private void await(long untilNs) throws SQLException {
        waiting = Thread.currentThread();
        boolean interrupted = false;
        for (long leftNs = untilNs - System.nanoTime(); !closed && leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
            interrupted |= Thread.interrupted();
        }
        waiting = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (closed) {
            throw new SQLException("the connection was closed under the call", "08006");
        }
    }

    private void refuseIfClosed() throws SQLException {
        if (closed) {
            throw new SQLException("the connection is closed", "08003");
        }
    }

    public PreparedStatement prepareStatement(String sql) throws SQLException {
        refuseIfClosed();
        return DialsPreparedStatement.of(this, sql);
    }

    public Statement createStatement() throws SQLException {
        refuseIfClosed();
        return DialsStatement.of(this);
    }

    public void setAutoCommit(boolean autoCommit) throws SQLException {
        refuseIfClosed();
        this.autoCommit = autoCommit;
    }

    public boolean getAutoCommit() {
        return autoCommit;
    }

    public void commit() throws SQLException {
        end("COMMIT");
    }

    public void rollback() throws SQLException {
        end("ROLLBACK");
    }

    private void end(String sql) throws SQLException {
        if (autoCommit) {
            throw new SQLException(sql + " while autocommit is on", "25P01");
        }
        call(server.latency(sql));
    }

    public void setTransactionIsolation(int level) {
        isolation = level;
    }

    public int getTransactionIsolation() {
        return isolation;
    }

    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) {}

    public DatabaseMetaData getMetaData() {
        return DialsMetaData.of(server.version());
    }

    public @Nullable SQLWarning getWarnings() {
        return null; // there is never anything to warn of
    }

    public void clearWarnings() {}

    public String getSchema() {
        return "dials";
    }

    public boolean isWrapperFor(@Nullable Class<?> type) {
        return false;
    }

    public boolean isClosed() {
        return closed;
    }

    public void abort(@Nullable Executor executor) {
        close();
    }

    /** Closes it, also under a call that another thread waits for. */
    public void close() {
        closed = true;
        LockSupport.unpark(waiting);
    }

    /** Implementation of {@link DatabaseMetaData}. */
    static final class DialsMetaData {
        private static final InterfaceProxy<DatabaseMetaData> FACE =
                new InterfaceProxy<>(DatabaseMetaData.class, DialsMetaData.class);

        private final String version;

        private DialsMetaData(String version) {
            this.version = version;
        }

        static DatabaseMetaData of(String version) {
            return FACE.of(new DialsMetaData(version));
        }

        public String getDatabaseProductName() {
            return "Dials";
        }

        public String getDatabaseProductVersion() {
            return version;
        }

        public boolean supportsTransactions() {
            return true;
        }

        public boolean supportsTransactionIsolationLevel(int level) {
            return level != Connection.TRANSACTION_NONE;
        }
    }

    /** Implementation of {@link PreparedStatement}. Keeps only the parameters that the answer depends on. */
    static final class DialsPreparedStatement extends DialsStatement {
        private static final InterfaceProxy<PreparedStatement> FACE =
                new InterfaceProxy<>(PreparedStatement.class, DialsPreparedStatement.class);

        private final PreparedQuery question;
        private final Bound bound;
        private final LatencyModel latency;
        private int batch;

        private DialsPreparedStatement(DialsConnection connection, String sql) throws SQLException {
            super(connection);
            this.question = PreparedQuery.of(sql, connection.server());
            this.bound = question.bind();
            this.latency = connection.server().latency(sql);
        }

        static PreparedStatement of(DialsConnection connection, String sql) throws SQLException {
            return FACE.of(new DialsPreparedStatement(connection, sql));
        }

        public boolean execute() throws SQLException {
            send(question, bound, latency, bound.rows());
            return question.verb() == ParsedStatement.Verb.SELECT;
        }

        public ResultSet executeQuery() throws SQLException {
            execute();
            return selected(question.verb());
        }

        public int executeUpdate() throws SQLException {
            execute();
            return changed(question.verb());
        }

        public void addBatch() {
            batch++;
        }

        /** Sends the whole batch in one call, as a driver that rewrites batches does. */
        public int[] executeBatch() throws SQLException {
            int size = batch;
            batch = 0;
            if (size > 0) {
                send(question, bound, latency, size);
            }
            var counts = new int[size];
            Arrays.fill(counts, 1);
            return counts;
        }

        public void setString(int index, @Nullable String value) throws SQLException {
            check(index);
        }

        public void setBytes(int index, byte @Nullable [] value) throws SQLException {
            check(index);
        }

        public void setInt(int index, int value) throws SQLException {
            setLong(index, value);
        }

        public void setLong(int index, long value) throws SQLException {
            check(index);
            bound.set(index, value);
        }

        public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
            check(index);
        }

        public void setNull(int index, int type) throws SQLException {
            check(index);
        }

        public void setObject(int index, @Nullable Object value) throws SQLException {
            if (value instanceof Number number) {
                setLong(index, number.longValue());
                return;
            }
            check(index);
            if (value instanceof int[] list) {
                bound.set(index, list);
            }
        }

        private void check(int index) throws SQLException {
            if (index < 1 || index > question.parameters()) {
                throw new SQLException(
                        "the statement has " + question.parameters() + " parameters, there is no number " + index,
                        "22023");
            }
        }
    }
}
