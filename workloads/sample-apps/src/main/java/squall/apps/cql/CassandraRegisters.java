package squall.apps.cql;

import java.util.Set;
import squall.apps.AppContext;
import squall.apps.IsolationApp;
import squall.check.isolation.History;
import squall.isolation.CqlRegisterStore;
import squall.isolation.IsolationWorkload;

/**
 * Workload of transactions on registers. By default they are lightweight ones: each reads a register, then replaces it on condition that it
 * did not change meanwhile. Accord's read several registers and replace some of them.
 */
public final class CassandraRegisters extends IsolationApp {
    public CassandraRegisters() {
        super(
                profile(
                        "CassandraRegisters",
                        "Reads and replaces values with lightweight or Accord's transactions, and judges how they were isolated."),
                QueryLanguage.CQL,
                History.Model.REGISTER,
                Set.of(LENGTH, WRITES_PER_KEY, HOT_SHARE, EXPECT, ALLOW, ACCORD));
    }

    @Override
    public void require(AppContext setting) {
        super.require(setting);
        if (!accord(setting) && !setting.options().text(LENGTH, "").isEmpty()) {
            throw new IllegalArgumentException(
                    "--" + LENGTH + " needs --" + ACCORD + ": a lightweight transaction is about one register");
        }
    }

    /** Returns a workload whose transactions use one register each, unless Accord orders them. */
    @Override
    public IsolationWorkload workload(AppContext setting, int keys) {
        IsolationWorkload any = super.workload(setting, keys);
        if (accord(setting)) {
            return any;
        }
        return new IsolationWorkload(
                any.model(), keys, any.hotShare(), CqlRegisterStore.LENGTH, any.writesPerKey(), true);
    }
}
