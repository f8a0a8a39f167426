package squall.adversity.dialects;

import java.util.Arrays;
import java.util.List;

/** Shape of a statement: the statement without what differs from one run to the next, that is values, their number, and numbers in names. */
final class StatementShape {
    private StatementShape() {}

    /** Returns the shape of each statement of a message, which semicolons separate; texts in quotation marks hold none here. */
    static List<String> of(String message) {
        return Arrays.stream(message.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .map(StatementShape::one)
                .toList();
    }

    private static String one(String statement) {
        return statement
                .replaceAll("\\s+", " ")
                .replaceAll("\\( ", "(")
                .replaceAll(" \\)", ")")
                .replaceAll("'(?:[^']|'')*'", "'…'")
                .replaceAll("\\$\\d+", "?")
                .replaceAll("\\badv_[0-9a-f]+_\\w+", "adv_N")
                .replaceAll("\\b(squall_isolation|squall_app|sbtest|k|region|p)_?[0-9a-f]*\\d[0-9a-f]*\\b", "$1_N")
                .replaceAll("\\bJDBC_SAVEPOINT_\\d+", "JDBC_SAVEPOINT_N")
                .replaceAll("\\b(multitablemultiindexinserts|sqlgeopartitionedtable)_\\d+", "$1_N")
                .replaceAll("\\bfield\\d(=\\?)?(, ?field\\d(=\\?)?)*", "fieldN$1, …")
                // A backup reads one table after the other until it is healed.
                .replaceAll("^SELECT \\* FROM \\w+$", "SELECT * FROM table_N")
                .replaceAll("(?<![\\w.])-?\\d+(\\.\\d+)?\\b", "?")
                .replaceAll("\\?(, ?\\?)+", "?, …")
                .replaceAll("'…'(, ?'…')+", "'…', …")
                .replaceAll("(\\((?:\\?, …|\\?|'…')\\))(, ?\\1)+", "$1, …");
    }
}
