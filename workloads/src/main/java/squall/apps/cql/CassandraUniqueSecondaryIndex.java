package squall.apps.cql;

import java.io.IOException;
import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.check.DataCheck;
import squall.cql.CqlDialect;
import squall.spi.CheckResult;

/**
 * Values of which each may be there once.
 *
 * <p>On YCQL a table with a unique index. Cassandra has none: there the value is the primary key, and each is claimed by a lightweight
 * transaction; an update claims a further value.
 */
public final class CassandraUniqueSecondaryIndex implements CqlApp {
    private static final String NAME = "unique values";
    private static final String LET_IN = "the same value was let in twice";
    private static final String TWICE = "squall: twice";

    /** YugabyteDB's words; it has no code for it. */
    private static final String DUPLICATE = "Duplicate value disallowed by unique index";

    @Override
    public Profile profile() {
        return Profile.of(
                "CassandraUniqueSecondaryIndex",
                "Inserts keys whose value must be unique, then updates the value; reads by value.",
                new Profile.Drive(24, 2, 1_000_000, -1, -1));
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return switch (setting.dialect()) {
            case CASSANDRA ->
                List.of("CREATE TABLE IF NOT EXISTS " + setting.name() + " (v varchar, k varchar, PRIMARY KEY (v))"
                        + setting.options(false, ""));
            case YCQL ->
                List.of(
                        ByValue.layout(setting).create(setting.options(true, "")),
                        Index.unique(setting, "byvalue", "v"));
        };
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return setting.dialect() == CqlDialect.CASSANDRA ? new Claims(setting) : new ByValue(setting);
    }

    /** Tries to store a value twice, and takes it back. */
    @Override
    public List<CheckResult> check(CqlSetting setting, Reader reader) throws InterruptedException {
        return List.of(DataCheck.of(NAME, "values", check -> {
            check.examined(1);
            boolean refused = setting.dialect() == CqlDialect.CASSANDRA
                    ? claimed(setting, reader, check)
                    : told(setting, reader, check);
            return refused ? "the same value was refused a second time" : "";
        }));
    }

    private static boolean claimed(CqlSetting setting, Reader reader, DataCheck check)
            throws IOException, InterruptedException {
        String claim = "INSERT INTO " + setting.name() + " (v, k) VALUES ('" + TWICE + "', '%s') IF NOT EXISTS";
        reader.rows(claim.formatted("one"));
        boolean second = reader.rows(claim.formatted("two")).getFirst().getBoolean("[applied]");
        if (second) {
            check.wrong(LET_IN);
        }
        reader.rows("DELETE FROM " + setting.name() + " WHERE v = '" + TWICE + "' IF EXISTS");
        return !second;
    }

    private static boolean told(CqlSetting setting, Reader reader, DataCheck check)
            throws IOException, InterruptedException {
        String insert = "INSERT INTO " + setting.name() + " (k, v) VALUES ('%s', '" + TWICE + "')";
        String delete = "DELETE FROM " + setting.name() + " WHERE k = '%s'";
        reader.rows(insert.formatted("one"));
        try {
            reader.rows(insert.formatted("two"));
            check.wrong(LET_IN);
            reader.rows(delete.formatted("two"));
            return false;
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains(DUPLICATE)) {
                return true;
            }
            throw e;
        } finally {
            reader.rows(delete.formatted("one"));
        }
    }
}
