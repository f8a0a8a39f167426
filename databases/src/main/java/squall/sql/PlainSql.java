package squall.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Statements without parameters, each sent once, for administration: schema, counts, settings. */
public final class PlainSql {
    private PlainSql() {}

    /** Function of the row that a query is at. */
    public interface RowReader<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Executes statements one after the other. */
    public static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Executes as above. */
    public static void execute(Connection connection, String... statements) throws SQLException {
        execute(connection, List.of(statements));
    }

    /** Returns whether a query finds a row. */
    public static boolean any(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /** Reads the first row of a query, which finds one. */
    public static <T> T row(Connection connection, String query, RowReader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return reader.of(row);
        }
    }

    /** Reads all rows of a query. */
    public static <T> List<T> rows(Connection connection, String query, RowReader<T> reader) throws SQLException {
        List<T> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                all.add(reader.of(row));
            }
        }
        return all;
    }

    /** Returns the first column of the first row as a number. */
    public static long number(Connection connection, String query) throws SQLException {
        return row(connection, query, row -> row.getLong(1));
    }

    /** Returns the first column of the first row as a text. */
    public static String text(Connection connection, String query) throws SQLException {
        return row(connection, query, row -> row.getString(1));
    }
}
