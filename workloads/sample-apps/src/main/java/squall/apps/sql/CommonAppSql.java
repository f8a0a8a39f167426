package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.apps.SampleApp;
import squall.apps.SqlAppContext;
import squall.sql.PlainSql;

/** Statements that several workloads share. */
final class CommonAppSql {
    private static final int ROWS_AT_ONCE = 10_000;

    /** Reader of one row of a survey. */
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private CommonAppSql() {}

    /** Reads every row that the query finds, in pieces. @param prefix of keys, bound as a pattern to the query's only parameter */
    static void each(Connection connection, String query, String prefix, RowReader reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setFetchSize(ROWS_AT_ONCE);
            statement.setString(1, like(prefix));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    /** Reads every row of the run's keys from a table of keys and values. */
    static void keyValues(Connection connection, SqlAppContext setting, SampleApp.SurveyedRows rows)
            throws SQLException {
        each(
                connection,
                "SELECT k, v FROM " + setting.name() + " WHERE k LIKE ?",
                setting.texts().prefix(),
                row -> {
                    long key = setting.texts().number(row.getString(1));
                    rows.row(key, setting.texts().seen(key, String.valueOf(row.getString(2))));
                });
    }

    /** Returns the first row's columns, with blanks between them. */
    static String row(Connection connection, String query) throws SQLException {
        return PlainSql.row(connection, query, row -> {
            StringBuilder text = new StringBuilder();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                text.append(i == 1 ? "" : " ").append(row.getString(i));
            }
            return text.toString();
        });
    }

    private static String like(String prefix) {
        return prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + ":%";
    }
}
