package example;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Driver that stands for the one of your database: PostgreSQL's, under the name AcmeDB. */
public final class AcmeDriver implements Driver {
    private static final String PREFIX = "jdbc:acme:";

    static {
        try {
            DriverManager.registerDriver(new AcmeDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
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
        Connection real = DriverManager.getConnection(url.replace(PREFIX, "jdbc:postgresql:"), info);
        return proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("getMetaData")
                        ? metaData(real.getMetaData())
                        : invoke(real, method, arguments));
    }

    private static DatabaseMetaData metaData(DatabaseMetaData real) {
        return proxy(
                DatabaseMetaData.class,
                (method, arguments) ->
                        method.getName().equals("getDatabaseProductName") ? "AcmeDB" : invoke(real, method, arguments));
    }

    private interface Answers {
        @Nullable
        Object to(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                AcmeDriver.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.to(method, arguments)));
    }

    private static @Nullable Object invoke(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
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
