package squall.sql.metrics;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import squall.spi.Instrument;
import squall.spi.Metric;
import squall.spi.Reading;
import squall.sql.SqlDatabase;

/** PostgreSQL's statistics views, over a connection of its own that is opened anew when it is lost. */
final class StatisticsViews implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** Classes of SQLSTATE that another look at the same view would give again: not there, not allowed, not set up. */
    private static final List<String> LASTING = List.of("42", "0A", "55");

    private final SqlDatabase database;
    private final String endpoint;
    private final List<String> databases;
    private final Map<Metric, String> absent = new EnumMap<>(Metric.class);
    private @Nullable Connection connection;
    private List<StatisticsView> views = List.of();

    /**
     * @param endpoint the server's, as readings name it
     * @param databases whose figures are added up, where the server keeps them by database; empty: the one that is connected to
     */
    StatisticsViews(SqlDatabase database, String endpoint, List<String> databases) {
        this.database = database;
        this.endpoint = endpoint;
        this.databases = List.copyOf(databases);
        absent.put(Metric.QUERY_BUCKET, "PostgreSQL keeps no histogram of its statements");
    }

    @Override
    public String source() {
        return "statistics views of " + endpoint;
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<Reading> read() throws IOException {
        List<Reading> readings = new ArrayList<>();
        try {
            Connection open = connected();
            for (StatisticsView view : List.copyOf(views)) {
                readings.addAll(told(open, view));
            }
            return readings;
        } catch (SQLException e) {
            close();
            throw new IOException(endpoint + ": " + SqlWords.of(e), e);
        }
    }

    @Override
    public Map<Metric, String> absent() {
        return Map.copyOf(absent);
    }

    @Override
    public void close() {
        Connection lost = connection;
        connection = null;
        if (lost == null) {
            return;
        }
        try {
            lost.close();
        } catch (SQLException e) {
            // It is given up: whatever the server says of that, the next reading opens another.
        }
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = database.watch(endpoint);
            connection = open;
            views = new ArrayList<>(StatisticsView.of(version(open), databases));
        }
        return open;
    }

    private static int version(Connection open) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery("SHOW server_version_num")) {
            row.next();
            return row.getInt(1);
        }
    }

    private List<Reading> told(Connection open, StatisticsView view) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery(view.sql())) {
            return row.next() ? readings(row, view) : List.of();
        } catch (SQLException e) {
            if (open.isClosed() || !lasting(e)) {
                throw e;
            }
            views.remove(view);
            view.metrics().forEach(metric -> absent.put(metric, SqlWords.of(e)));
            return List.of();
        }
    }

    private List<Reading> readings(ResultSet row, StatisticsView view) throws SQLException {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < view.metrics().size(); i++) {
            double value = row.getDouble(i + 1);
            if (!row.wasNull()) {
                readings.add(Reading.of(endpoint, view.metrics().get(i), value));
            }
        }
        return readings;
    }

    private static boolean lasting(SQLException e) {
        String state = e.getSQLState();
        return state != null && LASTING.stream().anyMatch(state::startsWith);
    }
}
