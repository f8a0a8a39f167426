package squall.sql;

import java.io.Serial;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.sql.driver.ConnectionAttempt;
import squall.sql.driver.DriverFamily;
import squall.sql.driver.DriverFamily.Purpose;
import squall.sql.driver.IsolationLevel;
import squall.sql.driver.JdbcUrl;
import squall.sql.driver.JdbcUrl.Endpoint;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.sql.driver.WatchedTlsFactory;
import squall.system.SecretMasking;

/** Connector to single endpoints that applies the requested settings: timeouts, isolation. Safe for use by many threads. */
final class JdbcConnector {
    /** Timeout of an administrative statement: counting or truncating a large table is slow, but must end. */
    private static final Duration ADMINISTRATION_LIMIT = Duration.ofMinutes(30);

    /** Step executed at one endpoint. */
    interface Step<T> {
        T at(int endpoint) throws SQLException;
    }

    /**
     * Maximum of concurrent handshakes: beyond it they only wait for each other, until the last of thousands exceed their limit, because a
     * server starts a process and checks a password for each.
     */
    private static final int OPENING_AT_ONCE = 32;

    /** Minimum length of a secret to mask; shorter ones would be found in unrelated words. */
    private static final int SHORTEST_SECRET = 4;

    private static final Logger LOG = LoggerFactory.getLogger(JdbcConnector.class);

    private final SqlSettings settings;
    private final SessionSetup terms;
    private final JdbcUrl url;
    private final String password;
    private final SqlDialect dialect;
    private final AtomicLongArray opened;
    private final Semaphore opening = new Semaphore(OPENING_AT_ONCE);

    private JdbcConnector(SqlSettings settings, SessionSetup terms, JdbcUrl url, String password, SqlDialect dialect) {
        this.settings = settings;
        this.terms = terms;
        this.url = url;
        this.password = password;
        this.dialect = dialect;
        this.opened = new AtomicLongArray(url.endpoints().size());
    }

    /** Creates a connector for a server whose product is not known yet. */
    static JdbcConnector unsettled(SqlSettings settings, SessionSetup terms, String password) {
        return new JdbcConnector(settings, terms, JdbcUrl.parse(settings.url()), password, Dialects.GENERIC);
    }

    /** Returns this connector for a server that is known. */
    JdbcConnector speaking(SqlDialect known) {
        return new JdbcConnector(settings, terms, url, password, known);
    }

    /** Returns this connector with additional driver properties. */
    JdbcConnector with(Map<String, String> properties) {
        return new JdbcConnector(settings.with(properties), terms, url, password, dialect);
    }

    /** Returns a connector of the same settings to one endpoint alone, primary or not. */
    JdbcConnector only(int endpoint) {
        return new JdbcConnector(settings, terms, url.only(endpoint), password, dialect);
    }

    SqlSettings settings() {
        return settings;
    }

    SessionSetup terms() {
        return terms;
    }

    SqlDialect dialect() {
        return dialect;
    }

    List<Endpoint> endpoints() {
        return url.endpoints();
    }

    /** Returns the semaphore that a session holds while it opens together with all others of its run. */
    Semaphore opening() {
        return opening;
    }

    /** Returns how many connections to this endpoint have been opened so far. */
    long opened(int endpoint) {
        return opened.get(endpoint);
    }

    /** Opens a connection with the requested settings, or fails; bounded as {@link #raw}. */
    Connection open(int endpoint, Purpose purpose) throws SQLException {
        Connection connection = raw(endpoint, purpose);
        try {
            settle(connection, endpoint, purpose);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        opened.incrementAndGet(endpoint);
        return connection;
    }

    /**
     * Opens a connection without settings, on which no answer may take longer than the connect timeout: a frozen server accepts
     * connections, but does not answer.
     */
    Connection raw(int endpoint, Purpose purpose) throws SQLException {
        try {
            Connection connection =
                    DriverManager.getConnection(endpoints().get(endpoint).address(), properties(purpose));
            ConnectionAttempt.connected();
            return connection;
        } catch (SQLException e) {
            throw withoutSecrets(unwrapped(e));
        }
    }

    /** Returns the exception of a factory that the driver created by its name, which the driver wraps in one without the reason. */
    private static SQLException unwrapped(SQLException e) {
        return e.getCause() instanceof InvocationTargetException wrapper
                        && wrapper.getCause() instanceof SQLException own
                ? own
                : e;
    }

    /**
     * Removes secrets from an exception, because drivers repeat in their messages what they were given. An exception without a secret is
     * returned unchanged.
     */
    private SQLException withoutSecrets(SQLException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (!masked(message).equals(message)) {
                SQLException told = new SQLException(masked(String.valueOf(e.getMessage())), e.getSQLState());
                told.setStackTrace(e.getStackTrace()); // without the causes, which hold it too
                return told;
            }
        }
        return e;
    }

    private String masked(String message) {
        String masked = SecretMasking.mask(message);
        List<String> secrets = Stream.concat(
                        Stream.of(password, settings.properties().getOrDefault("password", "")), url.secrets())
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .toList();
        for (String secret : secrets) {
            // Within a longer word it is a part of that word: the password postgres, in postgresql.
            masked = masked.replaceAll(
                    "(?<![A-Za-z0-9])" + Pattern.quote(secret) + "(?![A-Za-z0-9])",
                    Matcher.quoteReplacement(SecretMasking.MASK));
        }
        return masked;
    }

    /** Returns whether no password was given: not as a setting, and not in the address. */
    boolean lacksPassword() {
        return password.isEmpty()
                && !settings.properties().containsKey("password")
                && url.secrets().findAny().isEmpty();
    }

    /** @throws IllegalArgumentException if no driver takes the address */
    void requireDriver() {
        for (Endpoint endpoint : endpoints()) {
            try {
                DriverManager.getDriver(endpoint.address());
            } catch (SQLException e) {
                throw new IllegalArgumentException(
                        "no JDBC driver on the class path accepts the address " + JdbcUrl.masked(endpoint.address())
                                + ": check its spelling, or add the driver's jar to the class path",
                        e);
            }
        }
    }

    /** Executes a step at the first endpoint that accepts it, in the order of the address; the exception has the reason of each. */
    <T> T anywhere(Step<T> step) throws SQLException {
        StringJoiner reasons = new StringJoiner("; ");
        SQLException last = new SQLException();
        for (int endpoint = 0; endpoint < endpoints().size(); endpoint++) {
            try {
                return step.at(endpoint);
            } catch (SQLException e) {
                reasons.add(endpoints().get(endpoint).label() + ": " + SqlErrors.text(e));
                last = e;
            }
        }
        throw new SQLException(reasons.toString(), SqlErrors.code(last), last);
    }

    private Properties properties(Purpose purpose) {
        Properties properties = new Properties();
        url.driver().properties(purpose, connectTimeout(), settings.fetchSize()).forEach(properties::setProperty);
        String address = endpoints().getFirst().address();
        if (address.startsWith("jdbc:postgresql:")) { // its forks have a LibPQFactory of their own
            properties.setProperty("sslfactory", WatchedTlsFactory.NAME);
        }
        putUnlessEmpty(properties, "user", settings.user());
        putUnlessEmpty(properties, "password", password);
        url.parameters().forEach((name, value) -> putUnlessLimit(properties, name, value));
        settings.properties().forEach((name, value) -> putUnlessLimit(properties, name, value));
        if (purpose == Purpose.WATCHING) {
            url.driver().watching().forEach(properties::setProperty);
        }
        return properties;
    }

    private static void putUnlessEmpty(Properties properties, String name, String value) {
        if (!value.isEmpty()) {
            properties.setProperty(name, value);
        }
    }

    /**
     * Puts a property unless it is a limit that {@link #connectTimeout} and {@link #socketTimeout} apply, as the driver's own bounds no
     * handshake.
     */
    private void putUnlessLimit(Properties properties, String name, String value) {
        if (url.driver() == DriverFamily.OTHER || !(name.equals("connectTimeout") || name.equals("socketTimeout"))) {
            properties.setProperty(name, value);
        }
    }

    /** Applies the settings to a raw connection. */
    void settle(Connection connection, int endpoint, Purpose purpose) throws SQLException {
        long timeoutMs = purpose == Purpose.ADMINISTRATION
                ? 0
                : settings.statementTimeout().toMillis();
        String isolation = settings.isolation().isEmpty()
                ? ""
                : IsolationLevel.of(settings.isolation()).sql();
        dialect.settle(connection, timeoutMs, isolation);
        if (purpose == Purpose.WORK) {
            setUp(connection);
        }
        if (!settings.isolation().isEmpty()) {
            demandIsolation(effectiveIsolation(connection), endpoint);
        }
        limitAnswers(connection, socketTimeout(purpose));
    }

    private void setUp(Connection connection) throws SQLException {
        for (String sql : terms.setUp()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw connection.isClosed() ? e : new SessionSetupException(sql, e);
            }
        }
    }

    private static void limitAnswers(Connection connection, Duration limit) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, limit.toMillis()));
        } catch (SQLFeatureNotSupportedException e) {
            LOG.debug("the driver does not support a network timeout; the run's watchdog bounds its calls", e);
        }
    }

    private void demandIsolation(String found, int endpoint) throws SQLException {
        String wanted = IsolationLevel.of(settings.isolation()).sql();
        if (!found.equals(wanted)) {
            throw new SQLException(
                    endpoints().get(endpoint).label() + " runs transactions as '" + found + "', but '" + wanted
                            + "' was requested; request the former, or configure the server",
                    "isolation");
        }
    }

    /** Returns the isolation level in effect; {@code none} if the driver reports no transactions, whatever level it was set to. */
    String effectiveIsolation(Connection connection) throws SQLException {
        if (!connection.getMetaData().supportsTransactions()) {
            return IsolationLevel.NONE;
        }
        return dialect.isolation(connection);
    }

    private Duration connectTimeout() {
        return given("connectTimeout", settings.connectTimeout());
    }

    private Duration socketTimeout(Purpose purpose) {
        return purpose == Purpose.ADMINISTRATION
                ? ADMINISTRATION_LIMIT
                : given("socketTimeout", settings.socketTimeout());
    }

    /** Returns a limit: one in the address or in the driver's properties, in the driver's unit, takes precedence over the setting. */
    private Duration given(String name, Duration setting) {
        String number =
                settings.properties().getOrDefault(name, url.parameters().get(name));
        if (number == null) {
            return setting;
        }
        if (!number.matches("[1-9][0-9]{0,6}")) {
            throw new IllegalArgumentException("database address: " + name + " must be a whole number of "
                    + url.driver().unit() + ", at least 1, not '" + number + "'");
        }
        return url.driver().limit(Long.parseLong(number));
    }

    /** Exception if the server refuses a statement of {@link SessionSetup#setUp}; the connection itself works. */
    static final class SessionSetupException extends SQLException {
        @Serial
        private static final long serialVersionUID = 1L;

        SessionSetupException(String statement, SQLException refusal) {
            super(
                    "session setup: '" + statement + "' was refused: " + SqlErrors.text(refusal),
                    SqlErrors.code(refusal),
                    refusal);
        }
    }
}
