package squall.apps.cql;

import java.util.Set;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.IsolationApp;
import squall.check.isolation.History;
import squall.isolation.CqlRegisterStore;
import squall.isolation.IsolationWorkload;

/** Lightweight transactions on registers, each in a partition of its own: read, then replaced on condition that nothing came between. */
public final class CassandraRegisters implements IsolationApp {
    @Override
    public AppProfile profile() {
        return IsolationApp.profile(
                "CassandraRegisters",
                "Reads and replaces values with lightweight transactions, and judges how they were isolated.");
    }

    @Override
    public Set<String> options() {
        return Set.of(WRITES_PER_KEY, HOT_SHARE, EXPECT, ALLOW);
    }

    @Override
    public History.Model model() {
        return History.Model.REGISTER;
    }

    @Override
    public QueryLanguage language() {
        return QueryLanguage.CQL;
    }

    /** Of one register each. */
    @Override
    public IsolationWorkload workload(AppContext setting, int keys) {
        IsolationWorkload any = IsolationApp.super.workload(setting, keys);
        return new IsolationWorkload(
                any.model(), keys, any.hotShare(), CqlRegisterStore.LENGTH, any.writesPerKey(), true);
    }
}
