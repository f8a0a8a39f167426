package squall.apps.cql;

import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.cql.CqlDialect;

/** Pairs of rows written as one, whose numbers add up to their key's. */
public final class CassandraTransactionalKeyValue implements CqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraTransactionalKeyValue",
                        "Writes pairs of rows, on YCQL in a transaction, on Cassandra in a logged batch; reads both.",
                        new Profile.Drive(24, 2, 1_000_000, -1, -1))
                .inTransactions("");
    }

    @Override
    public void require(Setting setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a pair has two numbers and no value to fill up");
        }
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name() + " (k varchar, v bigint, PRIMARY KEY (k))"
                + setting.options(true, ""));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new Pairs(setting);
    }

    @Override
    public boolean splits(CqlDialect dialect) {
        return !dialect.isolates();
    }
}
