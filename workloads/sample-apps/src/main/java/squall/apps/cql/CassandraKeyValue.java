package squall.apps.cql;

import java.util.List;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;

/** Workload of keys with a blob each; reads by key. */
public class CassandraKeyValue implements CqlApp {
    @Override
    public AppProfile profile() {
        return profile("CassandraKeyValue", "Inserts new keys into one table, then updates random ones; reads by key.");
    }

    static AppProfile profile(String name, String text) {
        return AppProfile.of(
                name, text, new AppProfile.Drive(24, 2, 2_000_000, 2_000_000, 1_500_000), AppProfile.Trait.DIVISIBLE);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(KeyValueLayouts.blobs(setting).create(setting.options(false, "")));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return KeyValueLayouts.rows(KeyValueLayouts.blobs(setting), setting.texts());
    }
}
