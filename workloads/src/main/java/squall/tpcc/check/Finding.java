package squall.tpcc.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;
import squall.cli.Figures;
import squall.tpcc.Scale;

/**
 * How many rows offend against a condition.
 *
 * @param example one of them, as {@code column value, …}; empty if there is none
 */
record Finding(long offenders, String example) {
    static final Finding NONE = new Finding(0, "");

    private static final int FEW = 1_000;

    static Finding of(Condition condition, Connection connection, Scale warehouses, String tolerance)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long offenders = count(statement, condition.count(warehouses, tolerance));
            return offenders == 0
                    ? NONE
                    : new Finding(offenders, first(statement, condition.offenders(warehouses, tolerance), offenders));
        }
    }

    private static long count(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Few are read whole, so that the plan is the one that counted them; among many the first is found soon. */
    private static String first(Statement statement, String query, long offenders) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query + (offenders > FEW ? " LIMIT 1" : ""))) {
            return rows.next() ? example(rows) : "";
        }
    }

    private static String example(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        StringJoiner example = new StringJoiner(", ");
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            example.add(columns.getColumnLabel(column) + " " + row.getString(column));
        }
        return example.toString();
    }

    Finding plus(Finding other) {
        return new Finding(offenders + other.offenders, example.isEmpty() ? other.example : example);
    }

    String detail() {
        return offenders == 0
                ? "no offender"
                : Figures.count(offenders) + (offenders == 1 ? " offender: " : " offenders, for example ") + example;
    }
}
