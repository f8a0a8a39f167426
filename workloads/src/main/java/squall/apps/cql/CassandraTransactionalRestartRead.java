package squall.apps.cql;

import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.apps.Texts;
import squall.check.Seen;

/** A few counters that are raised all the time: reads must never go back behind what was acknowledged before they began. */
public final class CassandraTransactionalRestartRead implements CqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraTransactionalRestartRead",
                        "Raises a few counters, on YCQL in transactions; no read may miss what was acknowledged before.",
                        new Profile.Drive(6, 12, 12, -1, -1))
                .inTransactions("");
    }

    @Override
    public void require(Setting setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a counter has no value to fill up");
        }
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(layout(setting).create(setting.options(true, "")));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new WholeRows(layout(setting), setting.texts(), (key, row) -> seen(row.getLong("v")));
    }

    private static Seen seen(long counter) {
        return counter < 0 || counter > Integer.MAX_VALUE
                ? new Seen.Torn("the counter is " + counter)
                : new Seen.Version((int) counter);
    }

    private static Layout layout(CqlSetting setting) {
        Texts texts = setting.texts();
        Column counter = new Column("v", "bigint", (key, version) -> (long) version);
        return new Layout(setting.name(), List.of(KeyValue.key(texts)), List.of(), List.of(counter));
    }
}
