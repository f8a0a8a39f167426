package squall.apps;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.check.DataCheck;

/** A sample application over SQL. */
public non-sealed interface SqlApp extends App {
    /** Makes the tables that are not there yet, and fills those that must hold rows before the first write. The connection commits itself. */
    void create(Connection connection, SqlSetting setting) throws SQLException;

    /** The statements of one session. */
    Statements prepare(Connection connection, SqlSetting setting) throws SQLException;

    /** Hands over every row whose key has the setting's prefix, each once. Within a transaction of its own, so that rows can be fetched in pieces. */
    void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException;

    /** What else must hold of the tables after the last write; none of these checks takes anything from what another one finds. */
    default List<Check> checks() {
        return List.of();
    }

    /**
     * A check of the tables.
     *
     * @param name as printed
     * @param things what it looks at, in the plural
     */
    record Check(String name, String things, Look look) {}

    /** Looks at the tables. */
    interface Look {
        /** @param connection commits itself @param check hears what is seen @return the counts behind the verdict */
        String at(Connection connection, SqlSetting setting, DataCheck check) throws SQLException;
    }
}
