package squall.apps.cql;

import java.util.List;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;

/** Workload like {@link CassandraKeyValue}, with ten keys in each write. */
public final class CassandraBatchKeyValue implements CqlApp {
    private final CassandraKeyValue single = new CassandraKeyValue();

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraBatchKeyValue",
                        "As CassandraKeyValue, with logged batches of ten keys.",
                        CassandraKeyValue.DRIVE)
                .withTable("cassandrakeyvalue")
                .withBatch(10);
    }

    @Override
    public boolean divisible() {
        return true;
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return single.ddl(setting);
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return single.statements(setting);
    }
}
