package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.cql.CqlDialect;

/** Events of devices in batches of twenty-five; read by device, time and type through an index. */
public final class CassandraEventData implements CqlApp {
    static final int BATCH = 25;

    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraEventData",
                        "Writes batches of 25 events of one device; reads a device's latest of one type.",
                        new Profile.Drive(2, 16, Integer.MAX_VALUE, -1, -1))
                .withTable("event_data_raw")
                .withBatch(BATCH)
                .withValues(3000);
    }

    @Override
    public Set<String> options() {
        return Set.of("num_devices", "num_event_types", "read_batch_size", "read_back_delta_from_now");
    }

    @Override
    public boolean updates() {
        return false;
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + setting.name()
                        + " (device_id varchar, ts bigint, event_type varchar, value blob,"
                        + " PRIMARY KEY (device_id, ts, event_type))"
                        + setting.options(false, "CLUSTERING ORDER BY (ts DESC, event_type ASC)"),
                index(setting));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new Events(setting);
    }

    /** Cassandra's index knows no order of its own: rows come as they lie, the latest first. */
    private static String index(CqlSetting setting) {
        return setting.dialect() == CqlDialect.CASSANDRA
                ? Index.ddl(setting, "bytype", "event_type", false)
                : "CREATE INDEX IF NOT EXISTS " + setting.index("bytype") + " ON " + setting.name()
                        + " (device_id, event_type, ts) WITH CLUSTERING ORDER BY (event_type ASC, ts DESC)"
                        + " AND transactions = {'enabled': false, 'consistency_level': 'user_enforced'}";
    }
}
