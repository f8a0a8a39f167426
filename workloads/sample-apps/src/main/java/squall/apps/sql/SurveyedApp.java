package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import squall.apps.AppContext;
import squall.apps.KeyValueFormat;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.check.ObservedValue;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Sample application of which one query finds every key. */
interface SurveyedApp extends SqlApp {
    int ROWS_AT_ONCE = 10_000;

    /** @param query its first column is the key, its only parameter a pattern of keys */
    record Survey(String query, RowReader reader) {}

    /** Reader of what a row of a survey holds of its key. */
    interface RowReader {
        ObservedValue seen(long key, ResultSet row) throws SQLException;
    }

    Survey survey(SqlAppContext setting);

    /** Names the tables of {@link #columns}, which can be dropped in that order. */
    @Override
    default List<String> tables(AppContext setting) {
        return columns(setting).stream().map(TableColumns::table).toList();
    }

    /** Reads the rows in pieces. */
    @Override
    default void survey(Connection connection, SqlAppContext setting, SurveyedRows found) throws SQLException {
        KeyValueFormat texts = setting.texts();
        Survey survey = survey(setting);
        try (PreparedStatement statement = connection.prepareStatement(survey.query())) {
            statement.setFetchSize(ROWS_AT_ONCE);
            statement.setString(1, like(texts.prefix()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    long key = texts.number(rows.getString(1));
                    found.row(key, survey.reader().seen(key, rows));
                }
            }
        }
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
