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

    static Finding of(Condition condition, Connection connection, Scale warehouses, String tolerance)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(condition.query(warehouses, tolerance))) {
            return rows.next() ? new Finding(rows.getLong(1), example(rows)) : NONE;
        }
    }

    private static String example(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        StringJoiner example = new StringJoiner(", ");
        for (int column = 2; column <= columns.getColumnCount(); column++) {
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
