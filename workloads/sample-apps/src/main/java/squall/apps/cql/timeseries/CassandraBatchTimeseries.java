package squall.apps.cql.timeseries;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Set;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.IntegerHash;
import squall.check.ObservedValue;
import squall.spi.Options;

/** Workload of metrics that writes points in batches of five hundred and reads the newest points before a moment. */
public final class CassandraBatchTimeseries implements CqlApp {
    static final int BATCH = 500;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraBatchTimeseries",
                        "Writes batches of 500 points of one metric; reads the newest points before a moment.",
                        new AppProfile.Drive(2, 16, Integer.MAX_VALUE, -1, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .withTable("batch_ts_metrics_raw")
                .withBatch(BATCH);
    }

    @Override
    public Set<String> options() {
        return Set.of("min_metrics_count", "max_metrics_count", "read_batch_size", "read_back_delta_from_now");
    }

    @Override
    public void require(AppContext setting) {
        BatchTimeseriesStatements.runs(setting.options());
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name()
                + " (metric_id varchar, ts bigint, value varchar, PRIMARY KEY (metric_id, ts))"
                + setting.options(false, ""));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new BatchTimeseriesStatements(setting);
    }

    /** Statements of {@link CassandraBatchTimeseries}; points are a second apart. */
    private static final class BatchTimeseriesStatements implements CqlAppStatements {
        private static final int MOST_METRICS = 1_000_000;
        private static final int MOST_ROWS = 5_000;
        private static final long SECOND_MS = 1_000;

        private static final String COLUMNS = "metric_id, ts, value";

        private final KeyValueFormat texts;
        private final SeriesRuns runs;
        private final PointClock clock = new PointClock(SECOND_MS);
        private final long backMs;
        private final int limit;
        private final String insert;
        private final String select;
        private final String table;

        BatchTimeseriesStatements(CqlAppContext setting) {
            texts = setting.texts();
            runs = runs(setting.options());
            backMs = SECOND_MS * setting.options().number("read_back_delta_from_now", 180, 1, Integer.MAX_VALUE);
            limit = setting.options().number("read_batch_size", 100, 1, MOST_ROWS);
            insert = "INSERT INTO " + setting.name() + " (metric_id, ts, value) VALUES (?, ?, ?)";
            table = setting.name();
            select = "SELECT " + COLUMNS + " FROM " + setting.name()
                    + " WHERE metric_id = ? AND ts > ? AND ts < ? ORDER BY ts DESC LIMIT ?";
        }

        /** @throws IllegalArgumentException if the options contradict each other */
        static SeriesRuns runs(Options options) {
            int least = options.number("min_metrics_count", 5_000, 1, MOST_METRICS);
            int most = options.number("max_metrics_count", 10_000, 1, MOST_METRICS);
            if (least > most) {
                throw new IllegalArgumentException(
                        "--min_metrics_count " + least + " is more than --max_metrics_count " + most);
            }
            return new SeriesRuns(CassandraBatchTimeseries.BATCH, IntegerHash.between(least, most, 0));
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            long ms = clock.ms(runs.tick(write.key()));
            return List.of(BoundCql.of(insert, metric(write.key()), ms, texts.value(write.key(), 0)));
        }

        @Override
        public BoundCql read(long key, int version) {
            long ms = clock.ms(runs.tick(key));
            return BoundCql.of(select, metric(key), ms - backMs, ms + 1, limit);
        }

        /** Returns the value of the newest row, which is the key's own point. */
        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            for (Row row : rows) {
                if (!written(row)) {
                    return List.of(
                            new ObservedValue.Torn("the point at " + row.getLong("ts") + " is none that was written"));
                }
            }
            boolean found = !rows.isEmpty() && key(rows.getFirst()) == key;
            return List.of(found ? new ObservedValue.Version(0) : new ObservedValue.Missing());
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "metric_id"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return (scan, row) -> {
                if (texts.ours(String.valueOf(row.getString(0)))) {
                    rows.row(
                            key(row),
                            written(row)
                                    ? new ObservedValue.Version(0)
                                    : new ObservedValue.Torn(
                                            "the point at " + row.getLong("ts") + " is none that was written"));
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

    /**
     * Mapping of keys to points in runs of one series: key n is point n mod length of a run, and the runs take the series in turn.
     *
     * <p>A write of that many consecutive keys thus holds consecutive points of one series.
     */
    record SeriesRuns(int length, int series) {
        int series(long key) {
            return (int) (key / length % series);
        }

        long tick(long key) {
            return key / length / series * length + key % length;
        }

        long key(long oneSeries, long tick) {
            return (tick / length * series + oneSeries) * length + tick % length;
        }
    }
}
