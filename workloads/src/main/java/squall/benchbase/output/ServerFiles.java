package squall.benchbase.output;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;

/** What the server says of its settings and counters: {@code .params.json} and {@code .metrics.json}. */
final class ServerFiles {
    private static final List<String> VIEWS = List.of(
            "pg_stat_archiver",
            "pg_stat_bgwriter",
            "pg_stat_database",
            "pg_stat_database_conflicts",
            "pg_stat_user_tables",
            "pg_statio_user_tables",
            "pg_stat_user_indexes",
            "pg_statio_user_indexes");

    private final SqlDatabase database;

    ServerFiles(SqlDatabase database) {
        this.database = database;
    }

    /** Setting by name; nothing where the server does not answer any more, as BenchBase has it. */
    Map<String, String> parameters() throws InterruptedException {
        return asked(ServerFiles::settings).orElse(Map.of());
    }

    /** Rows by view; empty where there is no such view or no server. */
    Optional<Map<String, List<Map<String, String>>>> metrics() throws InterruptedException {
        return database.dialect().equals(Dialects.POSTGRES) ? asked(ServerFiles::views) : Optional.empty();
    }

    private interface Question<T> {
        T ask(Statement statement) throws SQLException;
    }

    private <T> Optional<T> asked(Question<T> question) throws InterruptedException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            return Optional.of(question.ask(statement));
        } catch (SQLException e) {
            return Optional
                    .empty(); // a database that died in the run is told of by the run; these files only describe it
        }
    }

    private static Map<String, String> settings(Statement statement) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (ResultSet rows = statement.executeQuery("SHOW ALL")) {
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
        }
        return settings;
    }

    private static Map<String, List<Map<String, String>>> views(Statement statement) throws SQLException {
        Map<String, List<Map<String, String>>> views = new LinkedHashMap<>();
        for (String view : VIEWS) {
            views.put(view, rows(statement, view));
        }
        return views;
    }

    private static List<Map<String, String>> rows(Statement statement, String view) throws SQLException {
        List<Map<String, String>> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM " + view)) {
            while (rows.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    row.put(rows.getMetaData().getColumnLabel(column), String.valueOf(rows.getString(column)));
                }
                found.add(row);
            }
        }
        return found;
    }
}
