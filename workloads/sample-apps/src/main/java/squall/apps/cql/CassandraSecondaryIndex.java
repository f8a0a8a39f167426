package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.cql.CqlTableLayout.CqlValueIndex;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.CheckResult;

/** Workload that inserts and updates an indexed value, and reads through the index. */
public final class CassandraSecondaryIndex implements CqlApp {
    private static final String APART = "non_transactional_index";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                "CassandraSecondaryIndex",
                "Inserts keys whose value is indexed, then updates the value; reads by value.",
                new AppProfile.Drive(24, 2, 1_000_000, -1, -1),
                AppProfile.Trait.DIVISIBLE);
    }

    @Override
    public Set<String> options() {
        return Set.of(APART);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        boolean apart = setting.options().flag(APART, false);
        return List.of(
                CqlReadByIndex.layout(setting).create(setting.options(!apart, "")),
                CqlValueIndex.ddl(setting, "byvalue", "v", apart));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new CqlReadByIndex(setting);
    }

    @Override
    public List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of(new IndexConsistencyCheck(setting, reader).check());
    }

    /** Check, on a sample of rows, that an index and its table agree: the index finds the current values, and no earlier ones. */
    private record IndexConsistencyCheck(CqlAppContext setting, CqlApp.CheckReader reader) {
        /** Number of rows in the sample. Each takes two requests, one after the other. */
        private static final int SAMPLE = 500;

        private static final String NAME = "index and table";

        CheckResult check() throws InterruptedException {
            return DataCheck.of(NAME, "rows", this::compared);
        }

        private String compared(DataCheck check) throws IOException, InterruptedException {
            List<Row> sample = reader.rows("SELECT k, v FROM " + setting.name() + " LIMIT " + SAMPLE);
            for (Row row : sample) {
                String anomaly = anomaly(String.valueOf(row.getString("k")), String.valueOf(row.getString("v")));
                if (!anomaly.isEmpty()) {
                    check.wrong(anomaly);
                    return "";
                }
            }
            check.examined(sample.size());
            return "they agree on a sample of " + sample.size() + " rows";
        }

        private String anomaly(String key, String value) throws IOException, InterruptedException {
            if (!keys(value).contains(key)) {
                return "the index does not find key '" + key + "' under its value '" + value + "'";
            }
            long number = setting.texts().number(key);
            return setting.texts().seen(number, value) instanceof ObservedValue.Version(int version) && version > 0
                    ? leftover(key, setting.texts().value(number, version - 1))
                    : "";
        }

        private String leftover(String key, String earlier) throws IOException, InterruptedException {
            return keys(earlier).contains(key)
                    ? "the index still finds key '" + key + "' under its earlier value '" + earlier + "'"
                    : "";
        }

        private List<String> keys(String value) throws IOException, InterruptedException {
            String literal = "'" + value.replace("'", "''") + "'";
            return reader.rows("SELECT k FROM " + setting.name() + " WHERE v = " + literal).stream()
                    .map(row -> String.valueOf(row.getString("k")))
                    .toList();
        }
    }

    /** Statements that write whole rows of a key and a text, and read them by the text through its index. */
    static final class CqlReadByIndex extends WholeRowStatements {
        private final KeyValueFormat texts;
        private final String select;

        CqlReadByIndex(CqlAppContext setting) {
            super(
                    layout(setting),
                    setting.texts(),
                    (key, row) -> setting.texts().seen(key, String.valueOf(row.getString("v"))));
            texts = setting.texts();
            select = layout(setting).select() + " WHERE v = ?";
        }

        static CqlTableLayout layout(CqlAppContext setting) {
            KeyValueFormat texts = setting.texts();
            CqlTableLayout.CqlAppColumn value = new CqlTableLayout.CqlAppColumn("v", "varchar", texts::value);
            return new CqlTableLayout(setting.name(), List.of(KeyValueLayouts.key(texts)), List.of(), List.of(value));
        }

        @Override
        public CqlAppStatements.BoundCql read(long key, int version) {
            return CqlAppStatements.BoundCql.of(select, texts.value(key, version));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> found) {
            if (found.isEmpty()) {
                return List.of(new ObservedValue.NotUnder(version));
            }
            String under = String.valueOf(found.getFirst().getString("k"));
            return List.of(
                    found.size() == 1 && under.equals(texts.key(key))
                            ? new ObservedValue.Version(version)
                            : new ObservedValue.Torn("the index led to '" + under + "', or to more than one row"));
        }
    }
}
