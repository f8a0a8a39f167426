package squall.apps.cql;

import java.util.List;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.check.ObservedValue;

/** Workload of a few constantly raised counters: no read may miss a write that was acknowledged before the read began. */
public final class CassandraTransactionalRestartRead implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraTransactionalRestartRead",
                        "Raises a few counters, on YCQL in transactions; no read may miss what was acknowledged before.",
                        new AppProfile.Drive(6, 12, 12, -1, -1),
                        AppProfile.Trait.DIVISIBLE)
                .inTransactions("")
                .withoutValues("a counter has no value to fill up");
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(layout(setting).create(setting.options(true, "")));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new WholeRowStatements(layout(setting), setting.texts(), (key, row) -> seen(row.getLong("v")));
    }

    private static ObservedValue seen(long counter) {
        return counter < 0 || counter > Integer.MAX_VALUE
                ? new ObservedValue.Torn("the counter is " + counter)
                : new ObservedValue.Version((int) counter);
    }

    private static CqlTableLayout layout(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        CqlTableLayout.CqlAppColumn counter =
                new CqlTableLayout.CqlAppColumn("v", "bigint", (key, version) -> (long) version);
        return new CqlTableLayout(setting.name(), List.of(KeyValueLayouts.key(texts)), List.of(), List.of(counter));
    }
}
