package squall.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements that are each sent once, for administration: schema, counts, settings. */
public final class PlainSql {
    private PlainSql() {}

    /** Function of the row that a query is at. */
    public interface RowReader<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Receiver of the rows of a query. */
    public interface RowVisitor {
        void visit(ResultSet row) throws SQLException;
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

    /** Passes on all rows of a query. @param values of its markers */
    public static void each(Connection connection, String query, RowVisitor visitor, Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, query, values);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                visitor.visit(row);
            }
        }
    }

    /** Reads all rows of a query. @param values of its markers */
    public static <T> List<T> rows(Connection connection, String query, RowReader<T> reader, Object... values)
            throws SQLException {
        List<T> all = new ArrayList<>();
        each(connection, query, row -> all.add(reader.of(row)), values);
        return all;
    }

    /** Reads the first row of a query; empty if it finds none, or no value in it. @param values of its markers */
    public static <T> Optional<T> first(Connection connection, String query, RowReader<T> reader, Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, query, values);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.ofNullable(reader.of(row)) : Optional.empty();
        }
    }

    /** Executes a statement. @param values of its markers @return how many rows it changed */
    public static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
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
