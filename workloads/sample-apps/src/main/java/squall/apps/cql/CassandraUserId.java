package squall.apps.cql;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.cql.CqlTableLayout.CqlAppColumn;
import squall.check.ObservedValue;

/** Workload of users with a password and the time of its last change; reads by name. */
public final class CassandraUserId implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraUserId",
                        "Inserts users with a password, then updates the time of change; reads by name.",
                        new AppProfile.Drive(24, 2, 2_000_000, 2_000_000, 1_500_000),
                        AppProfile.Trait.DIVISIBLE)
                .withoutValues("a password is as long as its user's name");
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(layout(setting).create(setting.options(false, "")));
    }

    /** Returns statements whose time of change is the version, in milliseconds since 1970 began. */
    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new WholeRowStatements(
                layout(setting), setting.texts(), (key, row) -> seen(row.getInstant("update_time")));
    }

    private static ObservedValue seen(@Nullable Instant changed) {
        return changed == null || changed.isBefore(Instant.EPOCH)
                ? new ObservedValue.Torn("the time of change is " + changed)
                : new ObservedValue.Version((int) changed.toEpochMilli());
    }

    private static CqlTableLayout layout(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        return new CqlTableLayout(
                setting.name(),
                List.of(new CqlAppColumn("user_name", "varchar", (key, version) -> texts.key(key))),
                List.of(),
                List.of(
                        new CqlAppColumn("password", "varchar", (key, version) -> reversed(texts.key(key))),
                        new CqlAppColumn("update_time", "timestamp", (key, version) -> Instant.ofEpochMilli(version))));
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
