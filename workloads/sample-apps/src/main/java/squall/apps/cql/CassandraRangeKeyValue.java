package squall.apps.cql;

import java.util.List;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.cql.CqlTableLayout.CqlAppColumn;

/** Workload of keys with three clustering columns and a blob each; reads by the whole primary key. */
public final class CassandraRangeKeyValue implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                "CassandraRangeKeyValue",
                "Inserts keys with three clustering columns, then updates; reads by the whole primary key.",
                new AppProfile.Drive(24, 2, 1_000_000, 2_000_000, 1_500_000),
                AppProfile.Trait.DIVISIBLE);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(layout(setting).create(setting.options(false, "")));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return KeyValueLayouts.rows(layout(setting), setting.texts());
    }

    private static CqlTableLayout layout(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        List<CqlAppColumn> ranges = List.of(range("r1"), range("r2"), range("r3"));
        return new CqlTableLayout(
                setting.name(), List.of(KeyValueLayouts.key(texts)), ranges, List.of(KeyValueLayouts.blob(texts)));
    }

    private static CqlAppColumn range(String name) {
        return new CqlAppColumn(name, "varchar", (key, version) -> name + ":" + key);
    }
}
