package squall.apps.cql.timeseries;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Set;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.CqlTableLayout.CqlValueIndex;
import squall.apps.cql.IntegerHash;
import squall.apps.cql.KeyValueLayouts.BlobCodec;
import squall.apps.cql.timeseries.CassandraBatchTimeseries.SeriesRuns;
import squall.check.ObservedValue;
import squall.spi.Options;

/** Workload of device events that writes batches of twenty-five and reads by device, time and type through an index. */
public final class CassandraEventData implements CqlApp {
    static final int BATCH = 25;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraEventData",
                        "Writes batches of 25 events of one device; reads a device's latest of one type.",
                        new AppProfile.Drive(2, 16, Integer.MAX_VALUE, -1, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .withTable("event_data_raw")
                .withBatch(BATCH)
                .withValues(3000);
    }

    @Override
    public Set<String> options() {
        return Set.of("num_devices", "num_event_types", "read_batch_size", "read_back_delta_from_now");
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + setting.name()
                        + " (device_id varchar, ts bigint, event_type varchar, value blob,"
                        + " PRIMARY KEY (device_id, ts, event_type))"
                        + setting.options(false, "CLUSTERING ORDER BY (ts DESC, event_type ASC)"),
                index(setting));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new EventStatements(setting);
    }

    /** Returns the statement of the index. Cassandra's index has no order of its own: rows come in the partition's order, the latest first. */
    private static String index(CqlAppContext setting) {
        return setting.dialect().cassandra()
                ? CqlValueIndex.ddl(setting, "bytype", "event_type", false)
                : "CREATE INDEX IF NOT EXISTS " + setting.index("bytype") + " ON " + setting.name()
                        + " (device_id, event_type, ts) WITH CLUSTERING ORDER BY (event_type ASC, ts DESC)"
                        + " AND transactions = {'enabled': false, 'consistency_level': 'user_enforced'}";
    }

    /** Statements of {@link CassandraEventData}; events of a device are a second apart. */
    private static final class EventStatements implements CqlAppStatements {
        private static final String ORDERED = " ORDER BY ts DESC LIMIT ?";

        /** With an index, rows come in the partition's order, the latest first; the rows that it finds are filtered by time within the partition. */
        private static final String FILTERED = " LIMIT ? ALLOW FILTERING";

        private static final int MOST = 1_000_000;
        private static final long SECOND_MS = 1_000;

        private static final String COLUMNS = "device_id, ts, event_type, value";

        private final KeyValueFormat texts;
        private final SeriesRuns runs;
        private final PointClock clock = new PointClock(SECOND_MS);
        private final int types;
        private final long backMs;
        private final int limit;
        private final String insert;
        private final String select;
        private final String table;

        EventStatements(CqlAppContext setting) {
            Options options = setting.options();
            texts = setting.texts();
            runs = new SeriesRuns(CassandraEventData.BATCH, options.number("num_devices", 100, 1, MOST));
            types = options.number("num_event_types", 100, 1, MOST);
            backMs = SECOND_MS * options.number("read_back_delta_from_now", 180, 1, Integer.MAX_VALUE);
            limit = options.number("read_batch_size", 25, 1, 5_000);
            insert = "INSERT INTO " + setting.name() + " (device_id, ts, event_type, value) VALUES (?, ?, ?, ?)";
            table = setting.name();
            select = "SELECT " + COLUMNS + " FROM " + setting.name()
                    + " WHERE device_id = ? AND ts > ? AND ts < ? AND event_type = ?"
                    + (setting.dialect().cassandra() ? FILTERED : ORDERED);
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            long key = write.key();
            return List.of(BoundCql.of(
                    insert, device(key), clock.ms(runs.tick(key)), type(key), BlobCodec.of(texts.value(key, 0))));
        }

        @Override
        public BoundCql read(long key, int version) {
            long ms = clock.ms(runs.tick(key));
            return BoundCql.of(select, device(key), ms - backMs, ms + 1, type(key), limit);
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            ObservedValue seen = new ObservedValue.Missing();
            for (Row row : rows) {
                if (!written(row) || !type(key).equals(row.getString("event_type"))) {
                    return List.of(torn(row));
                }
                seen = key(row) == key ? new ObservedValue.Version(0) : seen;
            }
            return List.of(seen);
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "device_id"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return (scan, row) -> {
                if (texts.ours(String.valueOf(row.getString(0)))) {
                    rows.row(key(row), written(row) ? new ObservedValue.Version(0) : torn(row));
                }
            };
        }

        private boolean written(Row row) {
            long key = key(row);
            return key >= 0
                    && type(key).equals(row.getString("event_type"))
                    && texts.value(key, 0).equals(BlobCodec.text(row.getByteBuffer("value")));
        }

        private static ObservedValue torn(Row row) {
            return new ObservedValue.Torn("the event of " + row.getString("event_type") + " at " + row.getLong("ts")
                    + " is none that was written");
        }

        private long key(Row row) {
            long device = texts.number(String.valueOf(row.getString("device_id")));
            long tick = clock.tick(row.getLong("ts"));
            return device < 0 || device >= runs.series() || tick < 0 ? -1 : runs.key(device, tick);
        }

        private String device(long key) {
            return texts.key(runs.series(key));
        }

        private String type(long key) {
            return "type:" + IntegerHash.between(0, types - 1, key);
        }
    }
}
