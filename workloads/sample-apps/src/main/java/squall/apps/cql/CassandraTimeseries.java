package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;

/** Metrics that nodes of users emit, one point of each metric at once; read as windows of one metric of one node. */
public final class CassandraTimeseries implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraTimeseries",
                        "Emits a point of each of a user's metrics at once; reads a window of one metric.",
                        new AppProfile.Drive(1, 16, Integer.MAX_VALUE, -1, -1))
                .withTable("ts_metrics_raw")
                .withValues(100);
    }

    @Override
    public Set<String> options() {
        return Set.of(
                "num_users",
                "min_nodes_per_user",
                "max_nodes_per_user",
                "min_metrics_count",
                "max_metrics_count",
                "data_emit_rate_millis");
    }

    @Override
    public void require(AppContext setting) {
        TimeseriesStatements.require(setting.options());
    }

    @Override
    public boolean updates() {
        return false;
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name()
                + " (user_id varchar, metric_id varchar, node_id varchar, ts timestamp, value varchar,"
                + " PRIMARY KEY ((user_id, metric_id), node_id, ts))" + setting.options(false, ""));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new TimeseriesStatements(setting);
    }
}
