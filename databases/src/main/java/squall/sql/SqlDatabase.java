package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.postgresql.PGConnection;
import squall.spi.DatabaseInfo;
import squall.sql.CopyStream.CallTimeout;
import squall.sql.Dialects.GenericDialect;
import squall.sql.JdbcConnector.SessionSetupException;
import squall.sql.SqlDialect.Language;
import squall.sql.SqlDialect.Server;
import squall.sql.driver.DriverFamily.Purpose;
import squall.sql.driver.JdbcUrl;
import squall.sql.driver.JdbcUrl.Endpoint;
import squall.sql.driver.PasswordSource;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.PasswordPrompt;

/** Database over JDBC: knows its dialect, opens connections to its endpoints. Safe for use by many threads. */
public final class SqlDatabase {
    /** Function of one administrative step. */
    public interface Administration<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Requirement that a connection must meet; otherwise it throws. */
    private interface Requirement {
        void on(Connection connection) throws SQLException;
    }

    /** Exception if the server requires a password, and none was given. */
    private static final class PasswordMissingException extends IOException {
        private static final long serialVersionUID = 1L;

        PasswordMissingException(String message, SQLException cause) {
            super(message + "; give the password as env:NAME or file:PATH", cause);
        }
    }

    /** Remedy where the server answers and refuses: the exit code is that of a database that cannot be reached. */
    private static final String LOGIN_HINT =
            "; the server answers, but refuses this user or password: check db.user and"
                    + " db.passwd (bin/ycsb), username and password of the file (bin/benchbase), or this command's options for them";

    private static final int DESCRIBE_ATTEMPTS = 5;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final JdbcConnector connector;
    private final ServerIdentity identity;

    private SqlDatabase(JdbcConnector connector, ServerIdentity identity) {
        this.connector = connector;
        this.identity = identity;
    }

    /**
     * Connects once, detects the product of the server and chooses the dialect.
     *
     * <p>The password may be given as {@code env:NAME} or {@code file:/path}; where there is none, the environment's PGPASSWORD counts.
     *
     * @throws IOException if no endpoint answers within its limit, or none gives the requested isolation; the message says which and why,
     *     without secrets
     * @throws IllegalArgumentException if the address cannot be parsed, no driver takes it, or the settings need transactions and the
     *     database has none
     */
    public static SqlDatabase connect(SqlSettings settings) throws IOException, InterruptedException {
        return connect(settings, SessionSetup.USUAL);
    }

    /**
     * Connects as {@link #connect(SqlSettings)}, with a setup of sessions.
     *
     * @throws IllegalArgumentException also if the server refuses a statement of the setup
     */
    public static SqlDatabase connect(SqlSettings settings, SessionSetup terms)
            throws IOException, InterruptedException {
        notInterrupted();
        return connect(settings, terms, password(settings, System.getenv()));
    }

    /**
     * Connects as {@link #connect(SqlSettings)}, with a user who can be asked for the password: where the settings say so, or the server
     * requires one and none was given.
     *
     * @throws IllegalArgumentException also if there is no terminal to ask at
     */
    public static SqlDatabase connect(SqlSettings settings, SessionSetup terms, PasswordPrompt prompt)
            throws IOException, InterruptedException {
        String place = "database " + JdbcUrl.masked(settings.url());
        if (settings.password().equals(PasswordPrompt.WRITTEN)) {
            notInterrupted();
            return connect(settings, terms, prompt.answer(settings.user(), place));
        }
        try {
            return connect(settings, terms);
        } catch (PasswordMissingException e) {
            return connect(settings, terms, prompt.answer(settings.user(), place));
        }
    }

    private static SqlDatabase connect(SqlSettings settings, SessionSetup terms, String password)
            throws IOException, InterruptedException {
        JdbcConnector unsettled = JdbcConnector.unsettled(settings, terms, password);
        unsettled.requireDriver();
        try {
            return unsettled.anywhere(endpoint -> {
                try (Connection connection = unsettled.raw(endpoint, Purpose.WORK)) {
                    SqlDatabase database = identified(unsettled, connection);
                    database.connector.settle(connection, endpoint, Purpose.WORK);
                    return database;
                }
            });
        } catch (SQLException e) {
            String message = "database " + JdbcUrl.masked(settings.url()) + " cannot be used: " + e.getMessage()
                    + (SqlErrors.loginRefused(e) ? LOGIN_HINT : "");
            if (e.getCause() instanceof SessionSetupException) {
                throw new IllegalArgumentException(message, e);
            }
            throw unsettled.lacksPassword() && SqlErrors.passwordWanted(e)
                    ? new PasswordMissingException(message, e)
                    : new IOException(message, e);
        }
    }

    /** @throws IllegalArgumentException if the settings need what it does not have */
    private static SqlDatabase identified(JdbcConnector unsettled, Connection connection) throws SQLException {
        ServerIdentity identity = ServerIdentity.of(connection);
        SqlDatabase database = new SqlDatabase(unsettled.speaking(identity.dialect()), identity);
        SqlSettings settings = unsettled.settings();
        if (!settings.autocommit()) {
            database.requireTransactions("autocommit = false");
        }
        if (!settings.isolation().isEmpty()) {
            database.requireTransactions("isolation " + settings.isolation());
        }
        return database;
    }

    public SqlDialect dialect() {
        return connector.dialect();
    }

    /** Returns whether rows can be loaded with COPY: the server has it, and the driver can send it. */
    public boolean copies() {
        return identity.copies();
    }

    /**
     * Returns whether {@link ResultSet#getBytes} of a text gives the UTF-8 that the server sent: PostgreSQL's driver does, without a copy.
     */
    public boolean textIsUtf8() {
        return identity.copies();
    }

    /** Returns whether several statements can be committed or rolled back together, as the driver reports. */
    public boolean transactions() {
        return identity.transactions();
    }

    /**
     * Verifies that the database has transactions; call it before anything is changed.
     *
     * @param what needs transactions, as the beginning of a sentence
     * @throws IllegalArgumentException if this database has none
     */
    public void requireTransactions(String what) {
        if (!transactions()) {
            throw new IllegalArgumentException(what + " needs transactions, and " + identity.product() + " at "
                    + String.join(",", endpoints())
                    + " has none: its driver says supportsTransactions() = false. Use a database that has them.");
        }
    }

    /** Returns how many connections each endpoint has been given so far, by its label, in the order of the address. */
    public Map<String, Long> connectionsByEndpoint() {
        Map<String, Long> connections = new LinkedHashMap<>();
        for (int i = 0; i < connector.endpoints().size(); i++) {
            connections.put(connector.endpoints().get(i).label(), connector.opened(i));
        }
        return connections;
    }

    /**
     * Reads product, version and effective settings from the server at each call. A setting that the server does not report is listed with
     * the SQLSTATE of its refusal.
     */
    public DatabaseInfo describe() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return described();
            } catch (SQLException e) {
                // A node of Galera that is catching up lets a read wait some seconds for the writes of the others, then
                // gives it up.
                if (attempt == DESCRIBE_ATTEMPTS || !dialect().sqlState(e).equals(LOCK_NOT_AVAILABLE)) {
                    throw new IOException(failed("reading back its settings", e), e);
                }
            }
        }
    }

    private DatabaseInfo described() throws SQLException {
        try (Connection connection = connector.anywhere(endpoint -> connector.open(endpoint, Purpose.WORK))) {
            Map<String, String> facts = new LinkedHashMap<>();
            for (var fact : dialect().facts().entrySet()) {
                facts.put(fact.getKey(), answer(connection, fact.getValue()));
            }
            // The driver's word where the dialect has no question, or where there is nothing to isolate.
            if (!facts.containsKey("isolation") || !transactions()) {
                facts.put("isolation", connector.effectiveIsolation(connection));
            }
            if (!transactions()) {
                facts.put("transactions", "none: the driver says supportsTransactions() = false");
            }
            facts.put("autocommit", Boolean.toString(connector.settings().autocommit()));
            return new DatabaseInfo(identity.product(), identity.version(), endpoints(), facts);
        }
    }

    /**
     * Opens a plain connection for administration: schema, counts, checks. It leads to the primary; where the address has none, to the first
     * standby that answers. Statements may take up to 30 minutes on it. The caller closes it.
     */
    public Connection open() throws SQLException, InterruptedException {
        notInterrupted();
        boolean choice = endpoints().size() > 1;
        List<Integer> standbys = new ArrayList<>();
        try {
            return connector.anywhere(endpoint -> accepted(endpoint, Purpose.ADMINISTRATION, connection -> {
                if (choice && standby(connection)) {
                    standbys.add(endpoint);
                    throw standbyException();
                }
            }));
        } catch (SQLException e) {
            if (standbys.isEmpty()) {
                throw e;
            }
            return connector.open(standbys.getFirst(), Purpose.ADMINISTRATION);
        }
    }

    /** Returns the servers, host:port each, in the order of the address. */
    public List<String> endpoints() {
        return connector.endpoints().stream().map(Endpoint::label).toList();
    }

    /**
     * Opens a connection to one server, primary or not, for reading its own metrics. No answer on it takes longer than the connect timeout;
     * it counts in no share of connections. The caller closes it.
     *
     * @param endpoint one of {@link #endpoints}
     */
    public Connection watch(String endpoint) throws SQLException {
        return connector.raw(endpoints().indexOf(endpoint), Purpose.WATCHING);
    }

    /** Opens a session that is connected, as {@link SqlSession#opened}. @param number distributes sessions over the endpoints */
    public <S> SqlSession<S> session(int number, SqlSession.Preparation<S> preparation)
            throws IOException, InterruptedException {
        return SqlSession.opened(lateSession(number, preparation));
    }

    /** Opens a session as {@link #session} that connects with its first unit: for use outside the measurement, or possibly no use. */
    public <S> SqlSession<S> lateSession(int number, SqlSession.Preparation<S> preparation) {
        return new SqlSession<>(connector, Purpose.WORK, number, preparation);
    }

    /** Opens a session as {@link #session}, with batches rewritten into multi-row statements where the driver can. */
    public <S> SqlSession<S> bulkSession(int number, SqlSession.Preparation<S> preparation)
            throws IOException, InterruptedException {
        return SqlSession.opened(new SqlSession<>(connector, Purpose.BULK, number, preparation));
    }

    /**
     * Runs one administrative step, limited as on {@link #open}.
     *
     * @param what it does, for the message of a failure
     * @throws IOException if the database refuses; the message says where, what and why
     */
    public <T> T administer(String what, Administration<T> step) throws IOException, InterruptedException {
        try (Connection connection = open()) {
            return step.on(connection);
        } catch (SQLException e) {
            throw new IOException(failed(what, e), e);
        }
    }

    /**
     * Runs one administrative step as {@link #administer}, on a connection that has read all that was acknowledged.
     *
     * @throws IOException also if no server is a primary now
     */
    public <T> T administerLatest(String what, Administration<T> step) throws IOException, InterruptedException {
        notInterrupted();
        try (Connection connection = connector.anywhere(endpoint -> latest(endpoint, Purpose.ADMINISTRATION))) {
            return step.on(connection);
        } catch (SQLException e) {
            throw new IOException(failed(what, e), e);
        }
    }

    /**
     * Looks up what a run wrote, as {@link #administerLatest} does.
     *
     * @param written whether it wrote anything; if not, a standby serves too
     */
    public <T> T lookUp(String what, boolean written, Administration<T> step) throws IOException, InterruptedException {
        return written
                ? administerLatest(what, step)
                : administer(what, connection -> {
                    dialect().awaitCommits(connection);
                    return step.on(connection);
                });
    }

    /** Executes statements one after the other, as {@link #administer}. */
    public void execute(String what, List<String> statements) throws IOException, InterruptedException {
        administer(what, connection -> {
            PlainSql.execute(connection, statements);
            return true;
        });
    }

    /** Executes as above. */
    public void execute(String what, String... statements) throws IOException, InterruptedException {
        execute(what, List.of(statements));
    }

    /**
     * Names the columns of a table, in order and in lower case; none if there is no such table.
     *
     * @param table as {@link SqlDialect#identifier} takes it
     */
    public List<String> columns(Connection connection, String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT * FROM " + dialect().identifier(table) + " WHERE 1 = 0")) {
            ResultSetMetaData found = rows.getMetaData();
            for (int column = 1; column <= found.getColumnCount(); column++) {
                columns.add(found.getColumnName(column).toLowerCase(Locale.ROOT));
            }
        } catch (SQLException e) {
            if (!dialect().missingTable(connection, table, e)) {
                throw e;
            }
        }
        return columns;
    }

    /**
     * Reads what must be read even if a server is away for some time: on the primary, within the limits of measured operations, and again
     * on a new connection after one broke, while no primary is found, and after a collision. Any other failure ends it at once.
     *
     * @param what it reads, for the message of a failure
     * @param within how long after the first failure another attempt may begin
     * @param step goes on where its last attempt stopped
     * @throws IOException with the last failure
     */
    public <T> T readPatiently(String what, Duration within, Administration<T> step)
            throws IOException, InterruptedException {
        notInterrupted();
        PatientRetry retry = new PatientRetry(within);
        while (true) {
            try (Connection connection = connector.anywhere(endpoint -> latest(endpoint, Purpose.WORK))) {
                return step.on(connection);
            } catch (SQLException e) {
                if (!passes(e) || !retry.again()) {
                    throw new IOException(failed(what, e), e);
                }
            }
        }
    }

    /**
     * Returns whether another attempt may succeed: the server went away, is the wrong one for now, or another transaction was in the way.
     */
    private boolean passes(SQLException e) {
        return switch (new SqlErrors(dialect())
                .failure(e, WorkEffect.READ, false)
                .remedy()) {
            case RETRY, PREPARE_AGAIN, RECONNECT, LEAVE -> true;
            case NONE -> false;
        };
    }

    private Connection latest(int endpoint, Purpose purpose) throws SQLException {
        return accepted(endpoint, purpose, this::requireLatest);
    }

    /** Opens a connection that meets the requirement; one that does not is closed. */
    private Connection accepted(int endpoint, Purpose purpose, Requirement requirement) throws SQLException {
        Connection connection = connector.open(endpoint, purpose);
        try {
            requirement.on(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Has this connection read all that was acknowledged: what a server does not have yet is not lost.
     *
     * @throws SQLException if it leads to a standby, which may lag behind
     */
    public void requireLatest(Connection connection) throws SQLException {
        dialect().awaitCommits(connection);
        if (standby(connection)) {
            throw standbyException();
        }
    }

    private boolean standby(Connection connection) throws SQLException {
        return dialect().equals(Dialects.POSTGRES)
                && PlainSql.row(connection, "SELECT pg_is_in_recovery()", row -> row.getBoolean(1));
    }

    private static SQLException standbyException() {
        return new SQLException(
                "this server is a standby, which may be behind: have the address lead to the primary,"
                        + " for example with targetServerType=primary",
                "25006");
    }

    /**
     * Sends rows of a load's own with COPY, as part of the transaction in progress on a session's connection; ends within the settings'
     * socket timeout. Only where {@link #copies}.
     *
     * @param statement a COPY ... FROM STDIN
     * @param bytes rows in the format that the statement names
     * @param length how many of the bytes, from the first
     */
    public void copy(Connection connection, String statement, byte[] bytes, int length) throws SQLException {
        new CallTimeout(connection, settings().socketTimeout())
                .within(() ->
                        CopyStream.send(connection, statement, copy -> copy.writeToCopy(bytes, 0, length), () -> {}));
    }

    /**
     * Opens a connection for PostgreSQL's streaming replication, which takes its commands and little SQL: no query or setting has been sent
     * on it. Only where {@link #copies}. The caller closes it.
     */
    public Connection replicationConnection() throws SQLException {
        JdbcConnector streaming = connector.with(
                Map.of("replication", "database", "preferQueryMode", "simple", "assumeMinServerVersion", "10"));
        return streaming.anywhere(endpoint -> streaming.raw(endpoint, Purpose.WORK));
    }

    public SqlSettings settings() {
        return connector.settings();
    }

    JdbcConnector connector() {
        return connector;
    }

    /** Returns the password; where none is given, that of libpq's variable. */
    static String password(SqlSettings settings, Map<String, String> environment) throws IOException {
        return settings.password().isEmpty()
                ? environment.getOrDefault("PGPASSWORD", "")
                : PasswordSource.resolve(settings.password(), environment);
    }

    private static void notInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before connecting");
        }
    }

    private String failed(String what, SQLException e) {
        return String.join(",", endpoints()) + ": " + what + " failed: " + SqlErrors.text(e);
    }

    private static String answer(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            String told = rows.next() ? rows.getString(1) : null;
            return told == null ? "not told" : told;
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            return "not told (" + SqlErrors.code(e) + ")";
        }
    }

    /**
     * Identity of the server: the product that it reports, whatever the driver's name suggests.
     *
     * @param version as the server prints it
     * @param copies whether COPY can be sent: the server has it, and the driver is PostgreSQL's
     * @param transactions whether several statements can be committed or rolled back together, as the driver reports
     */
    private record ServerIdentity(
            SqlDialect dialect, String product, String version, boolean copies, boolean transactions) {
        /** @throws IllegalArgumentException as {@link Dialects#of} */
        static ServerIdentity of(Connection connection) throws SQLException {
            DatabaseMetaData driver = connection.getMetaData();
            Server server = new Server(
                    driver.getDatabaseProductName(), driver.getDatabaseProductVersion(), version(connection));
            SqlDialect known = Dialects.of(server);
            SqlDialect dialect =
                    known instanceof GenericDialect ? new GenericDialect(DriverMetadata.textType(driver)) : known;
            // The driver reports every database with PostgreSQL's protocol as PostgreSQL.
            boolean generic = dialect.language() == Language.STANDARD;
            return new ServerIdentity(
                    dialect,
                    dialect instanceof GenericDialect ? server.product() : dialect.product(),
                    generic ? server.version() : server.answer(),
                    !generic && connection.isWrapperFor(PGConnection.class),
                    driver.supportsTransactions());
        }

        private static String version(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT version()")) {
                String version = rows.next() ? rows.getString(1) : null;
                return version == null ? "" : version;
            } catch (SQLException e) {
                if (SqlErrors.code(e).startsWith("08") || connection.isClosed()) {
                    throw e;
                }
                // A server without that function is none of those whose dialects are known.
                return "";
            }
        }
    }
}
