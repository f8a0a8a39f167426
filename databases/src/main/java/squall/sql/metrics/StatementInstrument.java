package squall.sql.metrics;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.sql.SqlDatabase;

/** Instrument of metrics that a server returns to statements, over a separate connection that is reopened when it is lost. */
abstract class StatementInstrument implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final SqlDatabase database;
    private final String endpoint;
    private final Map<ServerMetric, String> absent = new ConcurrentHashMap<>();
    private @Nullable Connection connection;

    /** @param endpoint the server's, as readings name it */
    StatementInstrument(SqlDatabase database, String endpoint) {
        this.database = database;
        this.endpoint = endpoint;
    }

    /** Reads the present values. @throws SQLException after which the connection is closed */
    abstract List<InstrumentReading> readings(Connection open) throws SQLException;

    /** Prepares a new connection before its first readings. */
    void opened(Connection open) throws SQLException {}

    final String endpoint() {
        return endpoint;
    }

    final InstrumentReading reading(ServerMetric metric, double value) {
        return InstrumentReading.of(endpoint, metric, value);
    }

    /** Records that a metric is missing. @param reason why the server does not provide it */
    final void miss(ServerMetric metric, String reason) {
        absent.put(metric, reason);
    }

    /** Returns the reason in one line. */
    static String reason(SQLException e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getSQLState() == null ? message : message + " (" + e.getSQLState() + ")";
    }

    @Override
    public final Duration every() {
        return EVERY;
    }

    @Override
    public final List<InstrumentReading> read() throws IOException {
        try {
            return readings(connected());
        } catch (SQLException e) {
            close();
            throw new IOException(endpoint + ": " + reason(e), e);
        }
    }

    @Override
    public final Map<ServerMetric, String> absent() {
        return Map.copyOf(absent);
    }

    @Override
    public final void close() {
        Connection lost = connection;
        connection = null;
        if (lost == null) {
            return;
        }
        try {
            lost.close();
        } catch (SQLException e) {
            // It is given up: whatever the server answers, the next reading opens another.
        }
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = database.watch(endpoint);
            connection = open;
            opened(open);
        }
        return open;
    }
}
