package squall.sql.metrics;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.sql.SqlDatabase;

/**
 * A PostgreSQL server that one or several databases of a run lie on.
 *
 * @param database the first of them, over which the server is asked
 * @param endpoint the server's, as that database names it
 * @param names of its databases; empty: the one that is connected to
 */
record PostgresServers(SqlDatabase database, String endpoint, List<String> names) {
    /** The same server under another name or port has the same, a standby of it another one. */
    private static final String IDENTITY =
            "SELECT current_database(), (SELECT system_identifier FROM pg_control_system()) || ' ' || pg_postmaster_start_time()";

    PostgresServers {
        names = List.copyOf(names);
    }

    /** Who a server says it is, and which of its databases was asked. */
    private record Told(String database, String server) {}

    static List<PostgresServers> of(List<SqlDatabase> databases) {
        if (databases.size() == 1) {
            SqlDatabase only = databases.getFirst();
            return only.endpoints().stream()
                    .map(endpoint -> new PostgresServers(only, endpoint, List.of()))
                    .toList();
        }
        Map<String, PostgresServers> servers = new LinkedHashMap<>();
        for (SqlDatabase database : databases) {
            for (String endpoint : database.endpoints()) {
                Told told = told(database, endpoint);
                servers.merge(
                        told.server(),
                        new PostgresServers(
                                database, endpoint, told.database().isEmpty() ? List.of() : List.of(told.database())),
                        PostgresServers::and);
            }
        }
        return List.copyOf(servers.values());
    }

    private PostgresServers and(PostgresServers same) {
        List<String> all = new ArrayList<>(names);
        same.names.stream().filter(name -> !all.contains(name)).forEach(all::add);
        return new PostgresServers(database, endpoint, all);
    }

    /** A server that does not tell is known by its address. */
    private static Told told(SqlDatabase database, String endpoint) {
        try (Connection connection = database.watch(endpoint);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(IDENTITY)) {
            row.next();
            return new Told(row.getString(1), row.getString(2));
        } catch (SQLException e) {
            return new Told("", endpoint);
        }
    }
}
