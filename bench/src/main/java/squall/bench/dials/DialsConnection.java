package squall.bench.dials;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Stands behind {@link Connection}. One thread at a time, except {@link #abort} and {@link #close}. */
final class DialsConnection {
    private static final Face<Connection> FACE = new Face<>(Connection.class, DialsConnection.class);

    private final DialsServer server;
    private final Wire wire;
    private final SplittableRandom random;
    private final Connection face;
    private Limits limits = Limits.NONE;
    private boolean autoCommit = true;
    private boolean readOnly;
    private int isolation = Connection.TRANSACTION_READ_COMMITTED;

    DialsConnection(DialsServer server, Wire wire, SplittableRandom random) {
        this.server = server;
        this.wire = wire;
        this.random = random;
        this.face = FACE.of(this);
    }

    Connection face() {
        return face;
    }

    DialsServer server() {
        return server;
    }

    Limits limits() {
        return limits;
    }

    Latency latency(String sql) {
        return server.dials().latencies().of(sql);
    }

    void call(Latency latency, Limits within) throws SQLException {
        server.call(latency, within, wire, random);
    }

    public PreparedStatement prepareStatement(String sql) throws SQLException {
        refuseIfClosed();
        return DialsPreparedStatement.of(this, sql);
    }

    public PreparedStatement prepareStatement(String sql, int resultSetType, int concurrency) throws SQLException {
        return prepareStatement(sql);
    }

    public Statement createStatement() throws SQLException {
        refuseIfClosed();
        return DialsStatement.of(this);
    }

    public Statement createStatement(int resultSetType, int concurrency) throws SQLException {
        return createStatement();
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
        call(latency(sql), limits);
    }

    public void setTransactionIsolation(int level) {
        isolation = level;
    }

    public int getTransactionIsolation() {
        return isolation;
    }

    public void setReadOnly(boolean readOnly) {
        this.readOnly = readOnly;
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) {
        limits = limits.socket(milliseconds);
    }

    public DatabaseMetaData getMetaData() {
        return DialsMetaData.of(this);
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

    public boolean isValid(int seconds) throws SQLException {
        return !isClosed();
    }

    public boolean isClosed() {
        return wire.isCut();
    }

    public void abort(@Nullable Executor executor) {
        wire.cut();
    }

    public void close() {
        wire.cut();
    }

    private void refuseIfClosed() throws SQLException {
        if (wire.isCut()) {
            throw new SQLException("the connection is closed", "08003");
        }
    }
}
