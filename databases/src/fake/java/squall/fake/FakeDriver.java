package squall.fake;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Driver of the fake databases, found by {@link DriverManager}.
 *
 * <ul>
 *   <li>{@code jdbc:dials:NAME?OPTION=VALUE&OPTION=VALUE} is made to measure clients: it stores nothing, and every query finds the same
 *       synthetic row. Each address is a server in this process, started by its first connection.
 *   <li>{@code jdbc:autocommit:postgresql://…} is a real server that only pretends to have transactions: each statement commits itself,
 *       commit and rollback do nothing.
 *   <li>{@code jdbc:dropping:postgresql://…} is a real server that rolls back every hundredth transaction that it says it has committed.
 * </ul>
 */
public final class FakeDriver implements Driver {
    private static final String DIALS = "jdbc:dials:";
    private static final String AUTOCOMMIT = "jdbc:autocommit:";
    private static final String DROPPING = "jdbc:dropping:";
    private static final int DROPPED = 100;

    private static final InterfaceProxy<Connection> WITHOUT_TRANSACTIONS =
            new InterfaceProxy<>(Connection.class, WithoutTransactions.class);
    private static final InterfaceProxy<Connection> DROPPING_COMMITS =
            new InterfaceProxy<>(Connection.class, DroppingCommits.class);

    static {
        register();
    }

    private final Map<String, DialsServer> servers = new ConcurrentHashMap<>();
    private final AtomicInteger commits = new AtomicInteger();

    // Being loaded is not enough for the driver manager: drivers have to come forward themselves.
    private static void register() {
        try {
            DriverManager.registerDriver(new FakeDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the address of the same server without transactions. */
    public static String withoutTransactions(String url) {
        return url.replaceFirst("^jdbc:", AUTOCOMMIT);
    }

    /** Returns the address of the same server, which drops commits. */
    public static String droppingCommits(String url) {
        return url.replaceFirst("^jdbc:", DROPPING);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(DIALS) || url.startsWith(AUTOCOMMIT) || url.startsWith(DROPPING);
    }

    /**
     * @param info of the real server's driver, if there is one: the dials have no login
     * @throws SQLException if a dial is wrong
     */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (url.startsWith(DIALS)) {
            return dialled(url);
        }
        if (url.startsWith(AUTOCOMMIT)) {
            return WITHOUT_TRANSACTIONS.before(real(url, AUTOCOMMIT, info), new WithoutTransactions());
        }
        if (url.startsWith(DROPPING)) {
            Connection real = real(url, DROPPING, info);
            return DROPPING_COMMITS.before(real, new DroppingCommits(real, commits));
        }
        return null;
    }

    private static Connection real(String url, String prefix, @Nullable Properties info) throws SQLException {
        return DriverManager.getConnection("jdbc:" + url.substring(prefix.length()), info);
    }

    private Connection dialled(String url) throws SQLException {
        try {
            return new DialsConnection(servers.computeIfAbsent(url, missing -> new DialsServer(options(missing))))
                    .face();
        } catch (IllegalArgumentException e) {
            throw new SQLException(url + ": " + e.getMessage(), "08001", e);
        }
    }

    private static Map<String, String> options(String url) {
        var options = new TreeMap<String, String>();
        int query = url.indexOf('?');
        if (query >= 0) {
            for (String option : url.substring(query + 1).split("&", -1)) {
                String[] parts = option.split("=", 2);
                options.put(decoded(parts[0]), decoded(parts.length < 2 ? "" : parts[1]));
            }
        }
        return options;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the fake driver does not log", "IM001");
    }

    /** Part of a {@link Connection} that does nothing about transactions. */
    static final class WithoutTransactions {
        public void setAutoCommit(boolean autoCommit) {}

        public void commit() {}

        public void rollback() {}
    }

    /** Part of a {@link Connection} that rolls back some of the transactions that it was to commit. */
    static final class DroppingCommits {
        private final Connection real;
        private final AtomicInteger commits;

        DroppingCommits(Connection real, AtomicInteger commits) {
            this.real = real;
            this.commits = commits;
        }

        public void commit() throws SQLException {
            if (commits.incrementAndGet() % DROPPED == 0) {
                real.rollback();
            } else {
                real.commit();
            }
        }
    }
}
