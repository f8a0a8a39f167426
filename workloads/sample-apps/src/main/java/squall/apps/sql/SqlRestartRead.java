package squall.apps.sql;

import squall.apps.AppProfile;
import squall.apps.sql.KeyValueStatements.KeyValueApp;

/** Workload of a few rows under constant updates: no read may miss an update that was acknowledged before the read began. */
public final class SqlRestartRead implements KeyValueApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlRestartRead",
                        "Updates a few rows in transactions, and reads them; no read may miss an acknowledged update.",
                        new AppProfile.Drive(6, 12, 12, -1, -1))
                .inTransactions("repeatable-read");
    }
}
