package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Set;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;

/** Workload of pairs of rows written as one, whose numbers add up to their key's. */
public final class CassandraTransactionalKeyValue implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraTransactionalKeyValue",
                        "Writes pairs of rows, on YCQL and with --accord in a transaction, on Cassandra otherwise in a logged"
                                + " batch; reads both.",
                        new AppProfile.Drive(24, 2, 1_000_000, -1, -1),
                        AppProfile.Trait.DIVISIBLE)
                .inTransactions("")
                .withoutValues("a pair has two numbers and no value to fill up");
    }

    @Override
    public Set<String> options() {
        return Set.of(ACCORD);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name() + " (k varchar, v bigint, PRIMARY KEY (k))"
                + setting.options(true, ""));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new PairStatements(setting);
    }

    @Override
    public boolean splits(CqlDialect dialect) {
        return !dialect.isolates();
    }

    /**
     * Statements of {@link CassandraTransactionalKeyValue}: two rows whose numbers add up to their key's.
     *
     * <p>The first number has the version in its upper half and what follows from the key in its lower one, so that each half of a pair
     * tells by itself which write made it.
     */
    private static final class PairStatements implements CqlAppStatements {
        private static final String ONE = "_1";
        private static final String TWO = "_2";
        private static final long LOWER = 0xffff_ffffL;

        private static final String COLUMNS = "k, v";

        private final KeyValueFormat texts;
        private final boolean isolated;
        private final boolean dated;
        private final String insert;
        private final String select;
        private final String table;

        PairStatements(CqlAppContext setting) {
            texts = setting.texts();
            isolated = setting.dialect().isolates();
            insert = "INSERT INTO " + setting.name() + " (k, v) VALUES (?, ?)";
            // Accord has no function for it; a batch that Cassandra got twice may leave a half of each attempt.
            dated = setting.dialect() == CqlDialect.YCQL;
            select = setting.dialect()
                    .atOneTime("SELECT k, v" + (dated ? ", writetime(v)" : "") + " FROM " + setting.name()
                            + " WHERE k IN (?, ?)");
            table = setting.name();
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            String key = texts.key(write.key());
            long one = one(write.key(), write.version());
            return List.of(BoundCql.of(insert, key + ONE, one), BoundCql.of(insert, key + TWO, write.key() - one));
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(select, texts.key(key) + ONE, texts.key(key) + TWO);
        }

        /** Returns one value for both halves where transactions are isolated or the halves agree; otherwise one for each half. */
        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            ObservedValue one = new ObservedValue.Missing();
            ObservedValue two = new ObservedValue.Missing();
            for (Row row : rows) {
                if (String.valueOf(row.getString(0)).endsWith(ONE)) {
                    one = ofOne(key, row.getLong(1));
                } else {
                    two = ofOne(key, key - row.getLong(1));
                }
            }
            if (!one.equals(two)) {
                return isolated
                        ? List.of(new ObservedValue.Torn("one half: " + one + ", the other: " + two))
                        : List.of(one, two);
            }
            boolean apart = dated
                    && rows.size() == 2
                    && rows.get(0).getLong(2) != rows.get(1).getLong(2);
            return List.of(apart ? new ObservedValue.Torn("the halves were written at different times") : one);
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "k"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return new Survey() {
                private final SparseCounters ones = new SparseCounters();
                private final SparseCounters twos = new SparseCounters();

                @Override
                public void row(int scan, Row row) {
                    String text = String.valueOf(row.getString(0));
                    if (texts.ours(text)) {
                        half(text, row.getLong(1));
                    }
                }

                @Override
                public void end() {
                    ones.each((key, version) -> rows.row(key, List.of(found(version), found(twos.get(key)))));
                    twos.each((key, version) -> {
                        if (ones.get(key) == 0) {
                            rows.row(key, List.of(new ObservedValue.Missing(), found(version)));
                        }
                    });
                }

                private void half(String text, long number) {
                    boolean first = text.endsWith(ONE);
                    long key = first || text.endsWith(TWO) ? texts.number(text.substring(0, text.length() - 2)) : -1;
                    if (key < 0) {
                        rows.row(key, new ObservedValue.Torn("'" + text + "' is no half of a pair"));
                        return;
                    }
                    switch (ofOne(key, first ? number : key - number)) {
                        case ObservedValue.Version(int version) -> (first ? ones : twos).set(key, version + 1);
                        case ObservedValue other -> rows.row(key, other);
                    }
                }
            };
        }

        private static ObservedValue found(int next) {
            return next == 0 ? new ObservedValue.Missing() : new ObservedValue.Version(next - 1);
        }

        private static long one(long key, int version) {
            return ((long) version << 32) | (IntegerHash.of(key) & LOWER);
        }

        private static ObservedValue ofOne(long key, long one) {
            int version = (int) (one >>> 32);
            return version >= 0 && one(key, version) == one
                    ? new ObservedValue.Version(version)
                    : new ObservedValue.Torn(one + " is the first number of no write of this key");
        }
    }
}
