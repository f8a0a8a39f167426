package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;

/** Metrics whose points come in batches of five hundred; read as the newest before a moment. */
public final class CassandraBatchTimeseries implements CqlApp {
    static final int BATCH = 500;

    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraBatchTimeseries",
                        "Writes batches of 500 points of one metric; reads the newest points before a moment.",
                        new Profile.Drive(2, 16, Integer.MAX_VALUE, -1, -1))
                .withTable("batch_ts_metrics_raw")
                .withBatch(BATCH);
    }

    @Override
    public Set<String> options() {
        return Set.of("min_metrics_count", "max_metrics_count", "read_batch_size", "read_back_delta_from_now");
    }

    @Override
    public void require(Setting setting) {
        BatchedPoints.runs(setting.options());
    }

    @Override
    public boolean updates() {
        return false;
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name()
                + " (metric_id varchar, ts bigint, value varchar, PRIMARY KEY (metric_id, ts))"
                + setting.options(false, ""));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new BatchedPoints(setting);
    }
}
