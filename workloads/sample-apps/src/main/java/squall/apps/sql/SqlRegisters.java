package squall.apps.sql;

import java.util.Set;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.check.isolation.History;

/** Workload of transactions that read registers and replace what they read, so that a level of isolation can be shown to hold. */
public final class SqlRegisters extends IsolationApp {
    public SqlRegisters() {
        super(
                profile(
                        "SqlRegisters",
                        "Reads and replaces values in transactions, and judges how they were isolated."),
                QueryLanguage.SQL,
                History.Model.REGISTER,
                Set.of(
                        SqlApp.ISOLATION,
                        LENGTH,
                        WRITES_PER_KEY,
                        HOT_SHARE,
                        READ_URL,
                        LOCK_READS,
                        EXPECT,
                        ALLOW,
                        BLIND_WRITES));
    }
}
