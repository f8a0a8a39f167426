package squall.apps.cql;

import java.util.Set;
import squall.apps.AppProfile;
import squall.apps.IsolationApp;
import squall.check.isolation.History;

/** Workload of Accord's transactions that read lists, then append to some. */
public final class CassandraListAppend extends IsolationApp {
    public CassandraListAppend() {
        super(
                profile(
                        "CassandraListAppend",
                        "Reads lists and appends to them in Accord's transactions, and judges how they were isolated.",
                        AppProfile.Trait.ACCORD),
                QueryLanguage.CQL,
                History.Model.LIST_APPEND,
                Set.of(LENGTH, WRITES_PER_KEY, HOT_SHARE, EXPECT, ALLOW, SAME_CELL));
    }
}
