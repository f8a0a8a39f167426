package squall.testbed.galera;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** Connection to one node, for its report on itself and its group. */
record GaleraConnection(GaleraMember member, String password) {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    /** Report of a node. @param component Primary, or non-Primary: too few nodes, so that statements are refused */
    record Report(String component, String state, boolean ready, int size, long committed, String provider) {
        static final String PRIMARY = "Primary";

        /** Returns whether the node accepts statements. */
        boolean serves() {
            return ready && component.equals(PRIMARY);
        }

        private static Report of(Map<String, String> status) {
            return new Report(
                    status.getOrDefault("wsrep_cluster_status", ""),
                    status.getOrDefault("wsrep_local_state_comment", ""),
                    status.getOrDefault("wsrep_ready", "").equals("ON"),
                    Integer.parseInt(status.getOrDefault("wsrep_cluster_size", "0")),
                    Long.parseLong(status.getOrDefault("wsrep_last_committed", "-1")),
                    status.getOrDefault("wsrep_provider_version", ""));
        }
    }

    /** Queries the node; empty if it does not respond: it is starting, joining, stopping, or cut off. */
    Optional<Report> report() {
        try {
            return Optional.of(Report.of(status()));
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    private Map<String, String> status() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:mariadb://" + member.address() + "/", properties());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'wsrep_%'")) {
            var status = new TreeMap<String, String>();
            while (rows.next()) {
                status.put(rows.getString(1), rows.getString(2));
            }
            return status;
        }
    }

    private Properties properties() {
        var properties = new Properties();
        properties.setProperty("user", GaleraFolder.USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", Long.toString(LIMIT.toMillis()));
        properties.setProperty("socketTimeout", Long.toString(LIMIT.toMillis()));
        return properties;
    }

    @Override
    public String toString() {
        return "SQL on " + member.name(); // not the password
    }
}
