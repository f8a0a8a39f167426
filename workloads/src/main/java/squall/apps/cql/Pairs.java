package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.apps.App;
import squall.apps.Cql;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;

/**
 * Pairs of {@link CassandraTransactionalKeyValue}: two rows whose numbers add up to their key's.
 *
 * <p>The first number has the version in its upper half and what follows from the key in its lower one, so that each half of a pair
 * tells by itself which write made it.
 */
final class Pairs implements CqlStatements {
    private static final String ONE = "_1";
    private static final String TWO = "_2";
    private static final long LOWER = 0xffff_ffffL;

    private static final String COLUMNS = "k, v";

    private final Texts texts;
    private final boolean isolated;
    private final String insert;
    private final String select;
    private final String table;

    Pairs(CqlSetting setting) {
        texts = setting.texts();
        isolated = setting.dialect().isolates();
        insert = "INSERT INTO " + setting.name() + " (k, v) VALUES (?, ?)";
        select = "SELECT k, v, writetime(v) FROM " + setting.name() + " WHERE k IN (?, ?)";
        table = setting.name();
    }

    @Override
    public List<Cql> write(Write write) {
        String key = texts.key(write.key());
        long one = one(write.key(), write.version());
        return List.of(Cql.of(insert, key + ONE, one), Cql.of(insert, key + TWO, write.key() - one));
    }

    @Override
    public Cql read(long key, int version) {
        return Cql.of(select, texts.key(key) + ONE, texts.key(key) + TWO);
    }

    /** Where a transaction is isolated both halves are one thing, and one write has one time; else each is judged by itself. */
    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        Seen one = new Seen.Missing();
        Seen two = new Seen.Missing();
        for (Row row : rows) {
            if (String.valueOf(row.getString(0)).endsWith(ONE)) {
                one = ofOne(key, row.getLong(1));
            } else {
                two = ofOne(key, key - row.getLong(1));
            }
        }
        if (!one.equals(two)) {
            return isolated ? List.of(new Seen.Torn("one half: " + one + ", the other: " + two)) : List.of(one, two);
        }
        boolean apart =
                rows.size() == 2 && rows.get(0).getLong(2) != rows.get(1).getLong(2);
        return List.of(apart ? new Seen.Torn("the halves were written at different times") : one);
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, table, "k"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return new Survey() {
            private final Sparse ones = new Sparse();
            private final Sparse twos = new Sparse();

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
                        rows.row(key, List.of(new Seen.Missing(), found(version)));
                    }
                });
            }

            private void half(String text, long number) {
                boolean first = text.endsWith(ONE);
                long key = first || text.endsWith(TWO) ? texts.number(text.substring(0, text.length() - 2)) : -1;
                if (key < 0) {
                    rows.row(key, new Seen.Torn("'" + text + "' is no half of a pair"));
                    return;
                }
                switch (ofOne(key, first ? number : key - number)) {
                    case Seen.Version(int version) -> (first ? ones : twos).set(key, version + 1);
                    case Seen other -> rows.row(key, other);
                }
            }
        };
    }

    private static Seen found(int next) {
        return next == 0 ? new Seen.Missing() : new Seen.Version(next - 1);
    }

    private static long one(long key, int version) {
        return ((long) version << 32) | (Mix.of(key) & LOWER);
    }

    private static Seen ofOne(long key, long one) {
        int version = (int) (one >>> 32);
        return version >= 0 && one(key, version) == one
                ? new Seen.Version(version)
                : new Seen.Torn(one + " is the first number of no write of this key");
    }
}
