package squall.apps.cql;

import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;

/** Keys with a blob each, read by key. */
public final class CassandraKeyValue implements CqlApp {
    static final Profile.Drive DRIVE = new Profile.Drive(24, 2, 2_000_000, 2_000_000, 1_500_000);

    @Override
    public Profile profile() {
        return Profile.of(
                "CassandraKeyValue", "Inserts new keys into one table, then updates random ones; reads by key.", DRIVE);
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(KeyValue.blobs(setting).create(setting.options(false, "")));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return KeyValue.rows(KeyValue.blobs(setting), setting.texts());
    }
}
