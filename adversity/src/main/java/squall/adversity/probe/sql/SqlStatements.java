package squall.adversity.probe.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a probe's session does, on one connection. */
record SqlStatements(
        PreparedStatement insert,
        PreparedStatement raise,
        PreparedStatement read,
        PreparedStatement take,
        PreparedStatement give,
        PreparedStatement audit,
        PreparedStatement readCounter,
        PreparedStatement writeCounter)
        implements AutoCloseable {
    static final String COUNTER = "SELECT n FROM squall_counter WHERE run = ? AND id = 0";
    static final String AUDIT =
            "SELECT coalesce(sum(balance), 0), coalesce(min(balance), 0), count(*) FROM squall_bank WHERE run = ?";

    static SqlStatements on(Connection connection) throws SQLException {
        return new SqlStatements(
                connection.prepareStatement(
                        "INSERT INTO squall_ledger (run, writer, seq, crc, payload) VALUES (?, ?, ?, ?, ?)"),
                // Guarded: an older write that arrives late changes nothing.
                connection.prepareStatement("UPDATE squall_register SET ver = ? WHERE run = ? AND k = ? AND ver < ?"),
                connection.prepareStatement("SELECT ver FROM squall_register WHERE run = ? AND k = ?"),
                connection.prepareStatement(
                        "UPDATE squall_bank SET balance = balance - ? WHERE run = ? AND id = ? AND balance >= ?"),
                connection.prepareStatement("UPDATE squall_bank SET balance = balance + ? WHERE run = ? AND id = ?"),
                connection.prepareStatement(AUDIT),
                connection.prepareStatement(COUNTER + lock(connection)),
                connection.prepareStatement("UPDATE squall_counter SET n = ? WHERE run = ? AND id = 0"));
    }

    /** Below repeatable read a database may let two transactions read the same and both write. */
    private static String lock(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() < Connection.TRANSACTION_REPEATABLE_READ ? " FOR UPDATE" : "";
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        raise.close();
        read.close();
        take.close();
        give.close();
        audit.close();
        readCounter.close();
        writeCounter.close();
    }
}
