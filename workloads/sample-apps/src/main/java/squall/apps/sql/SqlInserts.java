package squall.apps.sql;

import squall.apps.AppProfile;
import squall.apps.sql.KeyValueStatements.KeyValueApp;

/** Workload that inserts new keys into one table, and reads by key. */
public final class SqlInserts implements KeyValueApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlInserts",
                        "Inserts new keys into one table, then updates random ones; reads by key.",
                        new AppProfile.Drive(2, 2, 2_000_000, 2_000_000, 1_500_000))
                .withTable("postgresqlkeyvalue");
    }
}
