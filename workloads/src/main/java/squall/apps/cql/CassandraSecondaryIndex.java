package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.spi.CheckResult;

/** Inserts and updates of an indexed value, read through the index. */
public final class CassandraSecondaryIndex implements CqlApp {
    private static final String APART = "non_transactional_index";

    @Override
    public Profile profile() {
        return Profile.of(
                "CassandraSecondaryIndex",
                "Inserts keys whose value is indexed, then updates the value; reads by value.",
                new Profile.Drive(24, 2, 1_000_000, -1, -1));
    }

    @Override
    public Set<String> options() {
        return Set.of(APART);
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        boolean apart = setting.options().flag(APART, false);
        return List.of(
                ByValue.layout(setting).create(setting.options(!apart, "")), Index.ddl(setting, "byvalue", "v", apart));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new ByValue(setting);
    }

    @Override
    public List<CheckResult> check(CqlSetting setting, Reader reader) throws InterruptedException {
        return List.of(new Agreement(setting, reader).check());
    }
}
