package squall.sql;

import java.time.Duration;
import java.util.Map;
import squall.sql.driver.SqlSettings;

/** Settings that differ in one respect. */
final class Tuned {
    private Tuned() {}

    static SqlSettings isolated(SqlSettings s, String isolation) {
        return with(s, isolation, s.autocommit(), s.retries());
    }

    static SqlSettings manual(SqlSettings s) {
        return with(s, s.isolation(), false, s.retries());
    }

    static SqlSettings retrying(SqlSettings s, int retries) {
        return with(s, s.isolation(), s.autocommit(), retries);
    }

    static SqlSettings limited(SqlSettings s, Duration statementTimeout, Duration socketTimeout) {
        return within(s, s.connectTimeout(), statementTimeout, socketTimeout, s.reconnectWithin());
    }

    /** Connects are limited too, so that a bound on both can be tested. */
    static SqlSettings reconnectingWithin(SqlSettings s, Duration reconnectWithin) {
        return within(s, Duration.ofSeconds(1), s.statementTimeout(), s.socketTimeout(), reconnectWithin);
    }

    static SqlSettings driven(SqlSettings s, Map<String, String> properties) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                s.autocommit(),
                s.connectTimeout(),
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                s.retries(),
                s.fetchSize(),
                properties);
    }

    private static SqlSettings with(SqlSettings s, String isolation, boolean autocommit, int retries) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                isolation,
                autocommit,
                s.connectTimeout(),
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                retries,
                s.fetchSize(),
                s.properties());
    }

    private static SqlSettings within(
            SqlSettings s, Duration connect, Duration statement, Duration socket, Duration reconnectWithin) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                s.autocommit(),
                connect,
                statement,
                socket,
                reconnectWithin,
                s.retries(),
                s.fetchSize(),
                s.properties());
    }
}
