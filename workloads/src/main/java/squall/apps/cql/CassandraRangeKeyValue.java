package squall.apps.cql;

import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Texts;

/** Keys with three clustering columns and a blob each, read by all four. */
public final class CassandraRangeKeyValue implements CqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                "CassandraRangeKeyValue",
                "Inserts keys with three clustering columns, then updates; reads by the whole primary key.",
                new Profile.Drive(24, 2, 1_000_000, 2_000_000, 1_500_000));
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(layout(setting).create(setting.options(false, "")));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return KeyValue.rows(layout(setting), setting.texts());
    }

    private static Layout layout(CqlSetting setting) {
        Texts texts = setting.texts();
        List<Column> ranges = List.of(range("r1"), range("r2"), range("r3"));
        return new Layout(setting.name(), List.of(KeyValue.key(texts)), ranges, List.of(KeyValue.blob(texts)));
    }

    private static Column range(String name) {
        return new Column(name, "varchar", (key, version) -> name + ":" + key);
    }
}
