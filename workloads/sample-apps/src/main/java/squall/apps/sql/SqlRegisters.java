package squall.apps.sql;

import java.util.Set;
import squall.apps.AppProfile;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.check.isolation.History;

/** Workload of transactions that read registers and replace what they read, so that a level of isolation can be shown to hold. */
public final class SqlRegisters implements IsolationApp {
    @Override
    public AppProfile profile() {
        return IsolationApp.profile(
                "SqlRegisters", "Reads and replaces values in transactions, and judges how they were isolated.");
    }

    @Override
    public Set<String> options() {
        return Set.of(
                SqlApp.ISOLATION, LENGTH, WRITES_PER_KEY, HOT_SHARE, READ_URL, LOCK_READS, EXPECT, ALLOW, BLIND_WRITES);
    }

    @Override
    public History.Model model() {
        return History.Model.REGISTER;
    }

    @Override
    public QueryLanguage language() {
        return QueryLanguage.SQL;
    }
}
