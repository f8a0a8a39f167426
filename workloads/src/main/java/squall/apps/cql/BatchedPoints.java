package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.apps.App;
import squall.apps.Cql;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Options;

/** Points of {@link CassandraBatchTimeseries}, a second apart. */
final class BatchedPoints implements CqlStatements {
    private static final int MOST_METRICS = 1_000_000;
    private static final int MOST_ROWS = 5_000;
    private static final long SECOND_MS = 1_000;

    private static final String COLUMNS = "metric_id, ts, value";

    private final Texts texts;
    private final Runs runs;
    private final Clock clock = new Clock(SECOND_MS);
    private final long backMs;
    private final int limit;
    private final String insert;
    private final String select;
    private final String table;

    BatchedPoints(CqlSetting setting) {
        texts = setting.texts();
        runs = runs(setting.options());
        backMs = SECOND_MS * setting.options().number("read_back_delta_from_now", 180, 1, Integer.MAX_VALUE);
        limit = setting.options().number("read_batch_size", 100, 1, MOST_ROWS);
        insert = "INSERT INTO " + setting.name() + " (metric_id, ts, value) VALUES (?, ?, ?)";
        table = setting.name();
        select = "SELECT " + COLUMNS + " FROM " + setting.name()
                + " WHERE metric_id = ? AND ts > ? AND ts < ? ORDER BY ts DESC LIMIT ?";
    }

    /** @throws IllegalArgumentException if the options do not go together */
    static Runs runs(Options options) {
        int least = options.number("min_metrics_count", 5_000, 1, MOST_METRICS);
        int most = options.number("max_metrics_count", 10_000, 1, MOST_METRICS);
        if (least > most) {
            throw new IllegalArgumentException(
                    "--min_metrics_count " + least + " is more than --max_metrics_count " + most);
        }
        return new Runs(CassandraBatchTimeseries.BATCH, Mix.between(least, most, 0));
    }

    @Override
    public List<Cql> write(Write write) {
        long ms = clock.ms(runs.tick(write.key()));
        return List.of(Cql.of(insert, metric(write.key()), ms, texts.value(write.key(), 0)));
    }

    @Override
    public Cql read(long key, int version) {
        long ms = clock.ms(runs.tick(key));
        return Cql.of(select, metric(key), ms - backMs, ms + 1, limit);
    }

    /** The newest is the key's own. */
    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        for (Row row : rows) {
            if (!written(row)) {
                return List.of(new Seen.Torn("the point at " + row.getLong("ts") + " is none that was written"));
            }
        }
        boolean found = !rows.isEmpty() && key(rows.getFirst()) == key;
        return List.of(found ? new Seen.Version(0) : new Seen.Missing());
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, table, "metric_id"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return (scan, row) -> {
            if (texts.ours(String.valueOf(row.getString(0)))) {
                rows.row(
                        key(row),
                        written(row)
                                ? new Seen.Version(0)
                                : new Seen.Torn("the point at " + row.getLong("ts") + " is none that was written"));
            }
        };
    }

    private boolean written(Row row) {
        long key = key(row);
        return key >= 0 && texts.value(key, 0).equals(row.getString("value"));
    }

    private long key(Row row) {
        long metric = texts.number(String.valueOf(row.getString("metric_id")));
        long tick = clock.tick(row.getLong("ts"));
        return metric < 0 || metric >= runs.series() || tick < 0 ? -1 : runs.key(metric, tick);
    }

    private String metric(long key) {
        return texts.key(runs.series(key));
    }
}
