package squall.sql.driver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the connections to a database over JDBC.
 *
 * @param url a JDBC address; several hosts, separated by commas, are each tried within {@code connectTimeout}
 * @param user empty: none
 * @param password itself, {@code env:NAME}, {@code file:/path} or {@code prompt:}; empty: PGPASSWORD of the environment, or none; never
 *     printed
 * @param isolation {@code read-committed}, {@code repeatable-read}, {@code serializable}, or empty for the server's default
 * @param autocommit whether single statements commit themselves; false wraps each in a transaction of its own
 * @param connectTimeout per host and step of the handshake, rounded up to whole seconds; {@code connectTimeout} in the address or the
 *     properties, in seconds, takes precedence
 * @param statementTimeout on the server; zero: none
 * @param socketTimeout how long an answer may take before the connection is given up; longer than {@code statementTimeout};
 *     {@code socketTimeout} in the address or the properties, in seconds, takes precedence
 * @param reconnectWithin how long one operation may wait for a connection before it is refused
 * @param retries how often a serialization failure or deadlock is tried again
 * @param fetchSize rows a scan fetches at once; 0: all
 * @param properties passed to the driver unchanged, TLS settings for example
 */
public record SqlSettings(
        String url,
        String user,
        String password,
        String isolation,
        boolean autocommit,
        Duration connectTimeout,
        Duration statementTimeout,
        Duration socketTimeout,
        Duration reconnectWithin,
        int retries,
        int fetchSize,
        Map<String, String> properties) {
    /** Margin between the limit of a statement on the server and that of its connection, so that the statement ends first. */
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(2);

    public SqlSettings {
        properties = Map.copyOf(properties);
        if (!isolation.isEmpty()) {
            IsolationLevel.of(isolation);
        }
        if (!connectTimeout.isPositive() || !socketTimeout.isPositive() || statementTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "connect and socket timeout must be positive, the statement timeout at least zero: "
                            + connectTimeout + ", " + socketTimeout + ", " + statementTimeout);
        }
        if (socketTimeout.compareTo(statementTimeout) <= 0) {
            throw new IllegalArgumentException(
                    "socketTimeout must be longer than statementTimeout, so that the server ends a statement"
                            + " before the connection is given up: " + socketTimeout + " is not longer than "
                            + statementTimeout);
        }
        if (reconnectWithin.isNegative() || retries < 0 || fetchSize < 0) {
            throw new IllegalArgumentException("reconnectWithin, retries and fetchSize must not be negative: "
                    + reconnectWithin + ", " + retries + ", " + fetchSize);
        }
    }

    /** Creates settings with every value at its default. */
    public static SqlSettings of(String url, String user, String password) {
        return new SqlSettings(
                url,
                user,
                password,
                "",
                true,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(40),
                Duration.ofSeconds(10),
                10,
                0,
                Map.of());
    }

    /** Returns these settings with another isolation level. */
    public SqlSettings withIsolation(String level) {
        return changed(level, statementTimeout, socketTimeout, retries, properties);
    }

    /** Returns these settings with another limit for statements; connections are given up a little later. */
    public SqlSettings withStatementTimeout(Duration limit) {
        return changed(isolation, limit, limit.plus(SOCKET_MARGIN), retries, properties);
    }

    /** Returns the same settings with another number of retries. */
    public SqlSettings withRetries(int others) {
        return changed(isolation, statementTimeout, socketTimeout, others, properties);
    }

    /** Returns these settings with additional driver properties. */
    public SqlSettings with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(properties);
        all.putAll(more);
        return changed(isolation, statementTimeout, socketTimeout, retries, all);
    }

    private SqlSettings changed(
            String level, Duration ofStatements, Duration ofSockets, int attempts, Map<String, String> ofDriver) {
        return new SqlSettings(
                url,
                user,
                password,
                level,
                autocommit,
                connectTimeout,
                ofStatements,
                ofSockets,
                reconnectWithin,
                attempts,
                fetchSize,
                ofDriver);
    }

    @Override
    public String toString() {
        return "SqlSettings[" + JdbcUrl.masked(url) + "]";
    }
}
