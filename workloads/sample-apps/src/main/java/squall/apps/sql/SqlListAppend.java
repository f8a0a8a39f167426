package squall.apps.sql;

import java.util.Set;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.check.isolation.History;

/** Workload of transactions that append to lists and read them: the order of a list's values is the order of its writes. */
public final class SqlListAppend extends IsolationApp {
    public SqlListAppend() {
        super(
                profile(
                        "SqlListAppend",
                        "Appends to lists and reads them in transactions, and judges how they were isolated."),
                QueryLanguage.SQL,
                History.Model.LIST_APPEND,
                Set.of(SqlApp.ISOLATION, LENGTH, WRITES_PER_KEY, HOT_SHARE, READ_URL, LOCK_READS, EXPECT, ALLOW));
    }
}
