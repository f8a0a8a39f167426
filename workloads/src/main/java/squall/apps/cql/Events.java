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
import squall.cql.CqlDialect;
import squall.spi.Options;

/** Events of {@link CassandraEventData}, a second apart on each device. */
final class Events implements CqlStatements {
    private static final String ORDERED = " ORDER BY ts DESC LIMIT ?";

    /** With an index rows come as they lie, the latest first; filtered is by time, within the partition, what the index finds. */
    private static final String FILTERED = " LIMIT ? ALLOW FILTERING";

    private static final int MOST = 1_000_000;
    private static final long SECOND_MS = 1_000;

    private static final String COLUMNS = "device_id, ts, event_type, value";

    private final Texts texts;
    private final Runs runs;
    private final Clock clock = new Clock(SECOND_MS);
    private final int types;
    private final long backMs;
    private final int limit;
    private final String insert;
    private final String select;
    private final String table;

    Events(CqlSetting setting) {
        Options options = setting.options();
        texts = setting.texts();
        runs = new Runs(CassandraEventData.BATCH, options.number("num_devices", 100, 1, MOST));
        types = options.number("num_event_types", 100, 1, MOST);
        backMs = SECOND_MS * options.number("read_back_delta_from_now", 180, 1, Integer.MAX_VALUE);
        limit = options.number("read_batch_size", 25, 1, 5_000);
        insert = "INSERT INTO " + setting.name() + " (device_id, ts, event_type, value) VALUES (?, ?, ?, ?)";
        table = setting.name();
        select = "SELECT " + COLUMNS + " FROM " + setting.name()
                + " WHERE device_id = ? AND ts > ? AND ts < ? AND event_type = ?"
                + (setting.dialect() == CqlDialect.CASSANDRA ? FILTERED : ORDERED);
    }

    @Override
    public List<Cql> write(Write write) {
        long key = write.key();
        return List.of(Cql.of(insert, device(key), clock.ms(runs.tick(key)), type(key), Blobs.of(texts.value(key, 0))));
    }

    @Override
    public Cql read(long key, int version) {
        long ms = clock.ms(runs.tick(key));
        return Cql.of(select, device(key), ms - backMs, ms + 1, type(key), limit);
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        Seen seen = new Seen.Missing();
        for (Row row : rows) {
            if (!written(row) || !type(key).equals(row.getString("event_type"))) {
                return List.of(torn(row));
            }
            seen = key(row) == key ? new Seen.Version(0) : seen;
        }
        return List.of(seen);
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, table, "device_id"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return (scan, row) -> {
            if (texts.ours(String.valueOf(row.getString(0)))) {
                rows.row(key(row), written(row) ? new Seen.Version(0) : torn(row));
            }
        };
    }

    private boolean written(Row row) {
        long key = key(row);
        return key >= 0
                && type(key).equals(row.getString("event_type"))
                && texts.value(key, 0).equals(Blobs.text(row.getByteBuffer("value")));
    }

    private static Seen torn(Row row) {
        return new Seen.Torn("the event of " + row.getString("event_type") + " at " + row.getLong("ts")
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
        return "type:" + Mix.between(0, types - 1, key);
    }
}
