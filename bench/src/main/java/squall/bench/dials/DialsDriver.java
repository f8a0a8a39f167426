package squall.bench.dials;

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
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import squall.bench.dials.DialsServer.ServerClock;

/**
 * Driver for {@code jdbc:dials:NAME?OPTION=VALUE&OPTION=VALUE}, found by {@link DriverManager}; the options are those of {@link
 * Dials#of}. Made to measure clients, not databases: it stores nothing, and every query finds the same synthetic row.
 *
 * <p>NAME is a server in this process, started by its first connection. The whole address identifies it: another address with the same
 * name and other options is refused.
 */
public final class DialsDriver implements Driver {
    private static final String PREFIX = "jdbc:dials:";

    static {
        register();
    }

    private final Map<String, Running> servers = new ConcurrentHashMap<>();
    private final ServerClock clock;

    private record Running(String url, DialsServer server) {}

    // Being loaded is not enough for the driver manager: drivers have to come forward themselves.
    private static void register() {
        try {
            DriverManager.registerDriver(new DialsDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Creates a driver on the machine's clock, for {@link java.util.ServiceLoader}. */
    public DialsDriver() {
        this(ServerClock.SYSTEM);
    }

    /** @param clock of its servers */
    public DialsDriver(ServerClock clock) {
        this.clock = clock;
    }

    /** Returns the driver that {@link DriverManager} uses, to find the servers behind its connections. */
    public static DialsDriver registered() throws SQLException {
        return (DialsDriver) DriverManager.getDriver(PREFIX);
    }

    /**
     * Returns the server behind an address; starts it if it is not running.
     *
     * @throws SQLException if an option is wrong, or the server was started by another address
     */
    public DialsServer server(String url) throws SQLException {
        String name = url.substring(PREFIX.length()).split("\\?", 2)[0];
        Running running;
        try {
            running = servers.computeIfAbsent(name, missing -> begin(missing, url));
        } catch (IllegalArgumentException e) {
            throw new SQLException(url + ": " + e.getMessage(), "08001", e);
        }
        if (!running.url().equals(url)) {
            throw new SQLException(
                    url + ": the server is already running, as " + running.url() + "; use another name", "08001");
        }
        return running.server();
    }

    private Running begin(String name, String url) {
        return new Running(url, new DialsServer(name, Dials.of(options(url)), clock, () -> servers.remove(name)));
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
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    /** @param info is ignored: there is no login */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        return acceptsURL(url) ? server(url).connect().face() : null;
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
        throw new SQLFeatureNotSupportedException("the driver with dials does not log", "IM001");
    }
}
