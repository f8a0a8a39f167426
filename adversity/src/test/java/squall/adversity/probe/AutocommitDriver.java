package squall.adversity.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL behind a driver that pretends to have transactions: each statement commits itself, commit and rollback do nothing. For
 * {@code jdbc:autocommit:postgresql://…}.
 */
final class AutocommitDriver implements Driver {
    private static final String PREFIX = "jdbc:autocommit:";

    /** The same server, through this driver. */
    static String url(String url) throws SQLException {
        DriverManager.registerDriver(new AutocommitDriver());
        return url.replaceFirst("^jdbc:", PREFIX);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Connection real = DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), info);
        return (Connection) Proxy.newProxyInstance(
                AutocommitDriver.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, given) -> called(real, method, given));
    }

    private static @Nullable Object called(Connection real, Method method, @Nullable Object @Nullable [] given)
            throws Throwable {
        boolean nothing = method.getName().matches("setAutoCommit|commit|rollback");
        try {
            return nothing ? null : method.invoke(real, given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
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
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
