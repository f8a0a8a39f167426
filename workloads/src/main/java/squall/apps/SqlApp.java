package squall.apps;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.spi.CheckResult;

/** A sample application over SQL. */
public non-sealed interface SqlApp extends App {
    /** Makes the tables that are not there yet, and fills those that must hold rows before the first write. The connection commits itself. */
    void create(Connection connection, SqlSetting setting) throws SQLException;

    /** The statements of one session. */
    Statements prepare(Connection connection, SqlSetting setting) throws SQLException;

    /** Hands over every row whose key has the setting's prefix, each once. Within a transaction of its own, so that rows can be fetched in pieces. */
    void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException;

    /** What must hold beside the ledger, after the last write. The connection commits itself. */
    default List<CheckResult> check(Connection connection, SqlSetting setting) throws SQLException {
        return List.of();
    }
}
