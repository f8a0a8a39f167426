package squall.apps.cql;

import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;

/** As {@link CassandraKeyValue}, ten keys in each write. */
public final class CassandraBatchKeyValue implements CqlApp {
    private final CassandraKeyValue single = new CassandraKeyValue();

    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraBatchKeyValue",
                        "As CassandraKeyValue, with logged batches of ten keys.",
                        CassandraKeyValue.DRIVE)
                .withTable("cassandrakeyvalue")
                .withBatch(10);
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return single.ddl(setting);
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return single.statements(setting);
    }
}
