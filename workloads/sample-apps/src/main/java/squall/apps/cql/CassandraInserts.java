package squall.apps.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.cql.CqlTableLayout.CqlValueIndex;

/** Workload of keys with as many values as are indexed, at least one; reads by key. */
public final class CassandraInserts implements CqlApp {
    private static final int MOST_INDEXES = 50;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                "CassandraInserts",
                "Inserts keys with --num_indexes indexed values, then updates; reads by key.",
                new AppProfile.Drive(2, 2, 1_000_000, -1, -1),
                AppProfile.Trait.DIVISIBLE);
    }

    @Override
    public Set<String> options() {
        return Set.of("num_indexes");
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        List<String> ddl = new ArrayList<>(List.of(layout(setting).create(setting.options(true, ""))));
        for (int i = 0; i < indexes(setting); i++) {
            ddl.add(CqlValueIndex.ddl(setting, "idx" + i, "v" + i, false));
        }
        return ddl;
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        return new WholeRowStatements(
                layout(setting),
                texts,
                (key, row) ->
                        texts.seen(key, String.valueOf(row.getString("v0")).replaceFirst("^val0", "val")));
    }

    private static CqlTableLayout layout(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        List<CqlTableLayout.CqlAppColumn> values = IntStream.range(0, Math.max(1, indexes(setting)))
                .mapToObj(i -> new CqlTableLayout.CqlAppColumn(
                        "v" + i,
                        "text",
                        (key, version) -> "val" + i + texts.value(key, version).substring(3)))
                .toList();
        return new CqlTableLayout(setting.name(), List.of(KeyValueLayouts.key(texts)), List.of(), values);
    }

    private static int indexes(CqlAppContext setting) {
        return setting.options().number("num_indexes", 0, 0, MOST_INDEXES);
    }
}
