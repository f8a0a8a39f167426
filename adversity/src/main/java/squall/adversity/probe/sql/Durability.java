package squall.adversity.probe.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** What lets a PostgreSQL forget what it acknowledged, because it was told so. */
final class Durability {
    private Durability() {}

    /** One line; empty if nothing does. */
    static Optional<String> lack(Connection connection) throws SQLException {
        if (setting(connection, "fsync").equals("off")) {
            return Optional.of("fsync=off");
        }
        String commit = setting(connection, "synchronous_commit");
        if (commit.equals("off") || commit.equals("local")) {
            return Optional.of("synchronous_commit=" + commit);
        }
        boolean standbys = setting(connection, "synchronous_standby_names").isEmpty() && replicated(connection);
        return standbys
                ? Optional.of("standbys that are not waited for (synchronous_standby_names is empty)")
                : Optional.empty();
    }

    private static String setting(Connection connection, String name) throws SQLException {
        return answer(connection, "SELECT current_setting('" + name + "')");
    }

    private static boolean replicated(Connection connection) throws SQLException {
        return answer(connection, "SELECT count(*) > 0 FROM pg_stat_replication")
                .equals("t");
    }

    private static String answer(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
