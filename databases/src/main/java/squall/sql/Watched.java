package squall.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * A connection with the statements made on it while it was prepared, so that the warnings of either can be read after a success: a
 * cancelled wait for a synchronous standby is told in no other way. One thread.
 */
final class Watched implements InvocationHandler {
    /** The server function that waits for standbys; tells this warning from all others in every language. */
    private static final String STANDBY_WAIT = "SyncRepWaitForLSN";

    private final Connection connection;
    private final List<Statement> made = new ArrayList<>();
    private boolean prepared;

    Watched(Connection connection) {
        this.connection = connection;
    }

    /** Prepares on a view of the connection that remembers the statements made until this returns. */
    <S> S prepare(SqlSession.Preparation<S> preparation) throws SQLException {
        var view = (Connection)
                Proxy.newProxyInstance(Watched.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
        S result = preparation.on(view);
        prepared = true;
        for (Statement statement : List.copyOf(made)) {
            // Statements of the preparation's own are closed by now, and would only complain when asked.
            if (statement.isClosed()) {
                made.remove(statement);
            }
        }
        return result;
    }

    /** The warning that what was just acknowledged is not on a standby, if there is one. Takes it away. */
    @Nullable
    SQLWarning unreplicated() throws SQLException {
        SQLWarning found = unreplicated(connection.getWarnings());
        if (found != null) {
            connection.clearWarnings();
            return found;
        }
        for (Statement statement : made) {
            found = unreplicated(statement.getWarnings());
            if (found != null) {
                statement.clearWarnings();
                return found;
            }
        }
        return null;
    }

    private static @Nullable SQLWarning unreplicated(@Nullable SQLWarning first) {
        for (@Nullable SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            ServerErrorMessage message = warning instanceof PSQLWarning w ? w.getServerErrorMessage() : null;
            if (message != null && STANDBY_WAIT.equals(message.getRoutine())) {
                return warning;
            }
        }
        return null;
    }

    @Override
    public @Nullable Object invoke(Object view, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            Object result = method.invoke(connection, arguments);
            if (result instanceof Statement statement && !prepared) {
                made.add(statement);
            }
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
