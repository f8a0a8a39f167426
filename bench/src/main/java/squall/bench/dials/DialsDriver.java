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

/**
 * Driver for {@code jdbc:dials:NAME?OPTION=VALUE&OPTION=VALUE}, found by {@link DriverManager}. Made to measure clients, not databases: it
 * stores nothing, and every query finds the same synthetic row. Each address is a server in this process, started by its first connection.
 */
public final class DialsDriver implements Driver {
    private static final String PREFIX = "jdbc:dials:";

    static {
        register();
    }

    private final Map<String, DialsServer> servers = new ConcurrentHashMap<>();

    // Being loaded is not enough for the driver manager: drivers have to come forward themselves.
    private static void register() {
        try {
            DriverManager.registerDriver(new DialsDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    /**
     * @param info is ignored: there is no login
     * @throws SQLException if an option is wrong
     */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
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
        throw new SQLFeatureNotSupportedException("the driver with dials does not log", "IM001");
    }
}
