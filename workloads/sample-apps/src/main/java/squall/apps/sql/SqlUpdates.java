package squall.apps.sql;

import java.sql.Connection;
import squall.apps.AppProfile;
import squall.apps.SqlAppContext;
import squall.apps.sql.KeyValueStatements.KeyValueApp;

/** Workload that updates rows that SqlInserts left, and reads by key. It makes no table. */
public final class SqlUpdates implements KeyValueApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlUpdates",
                        "Updates random keys of a table that SqlInserts filled; reads by key. Needs --max_written_key.",
                        new AppProfile.Drive(1, 1, 1_000_000, -1, -1))
                .withTable("postgresqlkeyvalue");
    }

    @Override
    public boolean needsRows() {
        return true;
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) {
        // The table is another workload's.
    }
}
