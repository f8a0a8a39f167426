package squall.bench.dials;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Stands behind {@link Statement}, and under the prepared one. */
class DialsStatement {
    private static final InterfaceProxy<Statement> FACE = new InterfaceProxy<>(Statement.class, DialsStatement.class);

    private final DialsConnection connection;
    private final DialsResultSet result = new DialsResultSet();
    private int timeoutSeconds;
    private int fetchSize;
    private long updated = -1;
    private boolean closed;

    DialsStatement(DialsConnection connection) {
        this.connection = connection;
    }

    static Statement of(DialsConnection connection) {
        return FACE.of(new DialsStatement(connection));
    }

    DialsConnection connection() {
        return connection;
    }

    /** Sends it; afterwards the answer is in the result set or in the update count. @param times the rows it is about */
    final void send(PreparedQuery question, PreparedQuery.Bound bound, LatencyModel latency, long times)
            throws SQLException {
        if (closed) {
            throw new SQLException("the statement is closed", "55000");
        }
        connection.call(latency, connection.limits().statement(timeoutSeconds));
        account(question.verb(), times);
        if (question.verb() == ParsedStatement.Verb.SELECT) {
            updated = -1;
            result.open(bound.answer(connection.server()));
        } else {
            updated = question.verb().changesRows() ? times : 0;
        }
    }

    private void account(ParsedStatement.Verb verb, long times) {
        switch (verb) {
            case INSERT -> connection.server().addRows(times);
            case DELETE -> connection.server().addRows(-times);
            case TRUNCATE, DROP -> connection.server().dropRows();
            case SELECT, UPDATE, OTHER -> {}
        }
    }

    private ParsedStatement.Verb once(String sql) throws SQLException {
        PreparedQuery question = PreparedQuery.of(sql, connection.server().dials());
        PreparedQuery.Bound bound = question.bind();
        send(question, bound, connection.latency(sql), bound.rows());
        return question.verb();
    }

    public boolean execute(String sql) throws SQLException {
        return once(sql) == ParsedStatement.Verb.SELECT;
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return selected(once(sql));
    }

    public int executeUpdate(String sql) throws SQLException {
        return changed(once(sql));
    }

    final ResultSet selected(ParsedStatement.Verb verb) throws SQLException {
        if (verb != ParsedStatement.Verb.SELECT) {
            throw new SQLException("the statement returned no rows", "02000");
        }
        return result.face();
    }

    final int changed(ParsedStatement.Verb verb) throws SQLException {
        if (verb == ParsedStatement.Verb.SELECT) {
            throw new SQLException("the statement returned rows where none were expected", "0100E");
        }
        return Math.toIntExact(updated);
    }

    public @Nullable ResultSet getResultSet() {
        return updated < 0 ? result.face() : null;
    }

    public int getUpdateCount() {
        return Math.toIntExact(updated);
    }

    public boolean getMoreResults() {
        updated = -1;
        result.close();
        return false;
    }

    public void setQueryTimeout(int seconds) {
        timeoutSeconds = seconds;
    }

    public int getQueryTimeout() {
        return timeoutSeconds;
    }

    public void setFetchSize(int rows) {
        fetchSize = rows;
    }

    public int getFetchSize() {
        return fetchSize;
    }

    public Connection getConnection() {
        return connection.face();
    }

    public @Nullable SQLWarning getWarnings() {
        return null; // there is never anything to warn of
    }

    public void clearWarnings() {}

    public boolean isClosed() {
        return closed;
    }

    public void close() {
        result.close();
        closed = true;
    }
}
