package squall.sql;

import java.time.Duration;
import java.util.Map;

/**
 * How to reach a database over JDBC.
 *
 * @param url a JDBC address; several hosts, separated by commas, are each tried within {@code connectTimeout}
 * @param user empty: none
 * @param password empty: none; never printed
 * @param isolation {@code read-committed}, {@code repeatable-read}, {@code serializable}, or empty for the server's default
 * @param autocommit whether single statements commit themselves; false wraps each in a transaction of its own
 * @param connectTimeout per host
 * @param statementTimeout on the server; zero: none
 * @param socketTimeout how long an answer may take before the connection is given up; longer than {@code statementTimeout}
 * @param reconnectWithin how long one operation may wait for a connection before it is refused
 * @param retries how often a serialization failure or deadlock is tried again
 * @param fetchSize rows a scan fetches at once; 0: all
 * @param properties handed to the driver as they are, TLS settings for example
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
    public SqlSettings {
        properties = Map.copyOf(properties);
    }

    /** Every setting at its default. */
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

    @Override
    public String toString() {
        return "SqlSettings[" + url + "]";
    }
}
