package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.CassandraSecondaryIndex.CqlReadByIndex;
import squall.apps.cql.CqlTableLayout.CqlValueIndex;
import squall.apps.cql.SparseCounters.VersionRows;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.CheckResult;

/**
 * Workload of values of which each may occur once.
 *
 * <p>On YCQL the table has a unique index. Cassandra has none: there the value is the primary key, and each is claimed by a lightweight
 * transaction; an update claims a further value.
 */
public final class CassandraUniqueSecondaryIndex implements CqlApp {
    private static final String NAME = "unique values";
    private static final String LET_IN = "the same value was let in twice";
    private static final String TWICE = "squall: twice";

    /** Part of YugabyteDB's message for a duplicate, which has no error code. */
    private static final String DUPLICATE = "Duplicate value disallowed by unique index";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                "CassandraUniqueSecondaryIndex",
                "Inserts keys whose value must be unique, then updates the value; reads by value.",
                new AppProfile.Drive(24, 2, 1_000_000, -1, -1));
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return switch (setting.dialect()) {
            case CASSANDRA, ACCORD ->
                List.of("CREATE TABLE IF NOT EXISTS " + setting.name() + " (v varchar, k varchar, PRIMARY KEY (v))"
                        + setting.options(false, ""));
            case YCQL ->
                List.of(
                        CqlReadByIndex.layout(setting).create(setting.options(true, "")),
                        CqlValueIndex.unique(setting, "byvalue", "v"));
        };
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return setting.dialect().cassandra() ? new UniqueValueStatements(setting) : new CqlReadByIndex(setting);
    }

    /** Tries to store a value twice, and takes it back. */
    @Override
    public List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of(DataCheck.of(NAME, "values", check -> {
            check.examined(1);
            boolean refused =
                    setting.dialect().cassandra() ? claimed(setting, reader, check) : refused(setting, reader, check);
            return refused ? "the same value was refused a second time" : "";
        }));
    }

    private static boolean claimed(CqlAppContext setting, CheckReader reader, DataCheck check)
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

    private static boolean refused(CqlAppContext setting, CheckReader reader, DataCheck check)
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

    /** Statements that claim each value once, by a lightweight transaction; the claims of earlier versions stay. */
    private static final class UniqueValueStatements implements CqlAppStatements {
        private static final String COLUMNS = "k, v";

        private final KeyValueFormat texts;
        private final String insert;
        private final String select;
        private final String table;

        UniqueValueStatements(CqlAppContext setting) {
            texts = setting.texts();
            insert = "INSERT INTO " + setting.name() + " (v, k) VALUES (?, ?) IF NOT EXISTS";
            select = "SELECT k FROM " + setting.name() + " WHERE v = ?";
            table = setting.name();
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            return List.of(BoundCql.of(insert, texts.value(write.key(), write.version()), texts.key(write.key())));
        }

        @Override
        public boolean conditional() {
            return true;
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(select, texts.value(key, version));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            if (rows.isEmpty()) {
                return List.of(
                        new ObservedValue.Missing()); // claims stay, so the newest acknowledged one must be there
            }
            String holder = String.valueOf(rows.getFirst().getString(0));
            return List.of(
                    holder.equals(texts.key(key))
                            ? new ObservedValue.Version(version)
                            : new ObservedValue.Torn("the value is claimed for '" + holder + "'"));
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "v"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return new Survey() {
                private final VersionRows histories = new VersionRows();

                @Override
                public void row(int scan, Row row) {
                    String text = String.valueOf(row.getString(0));
                    long key = texts.number(text);
                    if (!texts.ours(text)) {
                        return;
                    }
                    if (key >= 0
                            && texts.seen(key, String.valueOf(row.getString(1)))
                                    instanceof ObservedValue.Version(int version)) {
                        histories.add(key, version);
                    } else {
                        rows.row(
                                -1, new ObservedValue.Torn("'" + row.getString(1) + "' is claimed for '" + text + "'"));
                    }
                }

                @Override
                public void end() {
                    histories.each((key, newest, seen) -> rows.row(key, seen));
                }
            };
        }
    }
}
