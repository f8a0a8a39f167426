package squall.sql.metrics;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;

/** Instrument that reads SHOW GLOBAL STATUS of MariaDB, MySQL or TiDB. */
final class GlobalStatus extends StatementInstrument {
    /**
     * Figure computed as the sum of some counters minus the sum of others.
     *
     * @param plus in lower case, as the products and versions write them differently
     */
    private record Figure(ServerMetric metric, List<String> plus, List<String> minus) {
        static Figure of(ServerMetric metric, String... plus) {
            return new Figure(metric, List.of(plus), List.of());
        }

        /** Computes the figure; null if the server does not have one of the counters. */
        @Nullable
        Double in(Map<String, Double> status) {
            if (!status.keySet().containsAll(plus) || !status.keySet().containsAll(minus)) {
                return null;
            }
            return sum(plus, status) - sum(minus, status);
        }

        private static double sum(List<String> names, Map<String, Double> status) {
            return names.stream()
                    .mapToDouble(name -> status.getOrDefault(name, 0.0))
                    .sum();
        }
    }

    /**
     * Figures that are read. Handler_commit counts also statements that commit themselves, which Com_commit does not. InnoDB's own counters
     * of rows leave out what the server reads for itself in temporary tables.
     */
    private static final List<Figure> FIGURES = List.of(
            Figure.of(ServerMetric.CONNECTIONS, "threads_connected"),
            Figure.of(ServerMetric.QUERIES, "questions"),
            Figure.of(ServerMetric.COMMITS, "handler_commit"),
            Figure.of(ServerMetric.ROLLBACKS, "handler_rollback"),
            Figure.of(ServerMetric.DEADLOCKS, "innodb_deadlocks"),
            Figure.of(ServerMetric.LOCK_WAITS, "innodb_row_lock_current_waits"),
            Figure.of(
                    ServerMetric.ROWS_READ,
                    "handler_read_first",
                    "handler_read_key",
                    "handler_read_last",
                    "handler_read_next",
                    "handler_read_prev",
                    "handler_read_rnd",
                    "handler_read_rnd_next"),
            Figure.of(ServerMetric.ROWS_WRITTEN, "handler_write", "handler_update", "handler_delete"),
            new Figure(
                    ServerMetric.CACHE_HITS,
                    List.of("innodb_buffer_pool_read_requests"),
                    List.of("innodb_buffer_pool_reads")),
            Figure.of(ServerMetric.CACHE_MISSES, "innodb_buffer_pool_reads"),
            Figure.of(ServerMetric.LOG_BYTES, "innodb_os_log_written"));

    /** @param endpoint the server's, as readings name it */
    GlobalStatus(SqlDatabase database, String endpoint) {
        super(database, endpoint);
        miss(ServerMetric.QUERY_BUCKET, "SHOW GLOBAL STATUS has no histogram of statements");
    }

    @Override
    public String source() {
        return "SHOW GLOBAL STATUS of " + endpoint();
    }

    @Override
    List<InstrumentReading> readings(Connection open) throws SQLException {
        Map<String, Double> status = status(open);
        List<InstrumentReading> readings = new ArrayList<>();
        for (Figure figure : FIGURES) {
            Double value = figure.in(status);
            if (value == null) {
                miss(figure.metric(), "this server has no " + String.join(" or no ", figure.plus()));
            } else {
                readings.add(reading(figure.metric(), value));
            }
        }
        return readings;
    }

    /** Reads the counters that are numbers, by name in lower case. */
    private static Map<String, Double> status(Connection open) throws SQLException {
        Map<String, Double> status = new HashMap<>();
        PlainSql.each(open, "SHOW GLOBAL STATUS", row -> {
            String value = row.getString(2);
            if (value != null && value.matches("[0-9]{1,18}")) {
                status.put(row.getString(1).toLowerCase(Locale.ROOT), Double.parseDouble(value));
            }
        });
        return status;
    }
}
