package squall.apps.cql;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.apps.Texts;
import squall.check.Seen;

/** Users with a password and the time of its last change, read by name. */
public final class CassandraUserId implements CqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                "CassandraUserId",
                "Inserts users with a password, then updates the time of change; reads by name.",
                new Profile.Drive(24, 2, 2_000_000, 2_000_000, 1_500_000));
    }

    @Override
    public void require(Setting setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a password is as long as its user's name");
        }
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(layout(setting).create(setting.options(false, "")));
    }

    /** The time of change tells the version: so many milliseconds after 1970 began. */
    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new WholeRows(layout(setting), setting.texts(), (key, row) -> seen(row.getInstant("update_time")));
    }

    private static Seen seen(@Nullable Instant changed) {
        return changed == null || changed.isBefore(Instant.EPOCH)
                ? new Seen.Torn("the time of change is " + changed)
                : new Seen.Version((int) changed.toEpochMilli());
    }

    private static Layout layout(CqlSetting setting) {
        Texts texts = setting.texts();
        return new Layout(
                setting.name(),
                List.of(new Column("user_name", "varchar", (key, version) -> texts.key(key))),
                List.of(),
                List.of(
                        new Column("password", "varchar", (key, version) -> reversed(texts.key(key))),
                        new Column("update_time", "timestamp", (key, version) -> Instant.ofEpochMilli(version))));
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
