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

/** Values that are claimed once each, by a lightweight transaction; the claims of earlier versions stay. */
final class Claims implements CqlStatements {
    private static final String COLUMNS = "k, v";

    private final Texts texts;
    private final String insert;
    private final String select;
    private final String table;

    Claims(CqlSetting setting) {
        texts = setting.texts();
        insert = "INSERT INTO " + setting.name() + " (v, k) VALUES (?, ?) IF NOT EXISTS";
        select = "SELECT k FROM " + setting.name() + " WHERE v = ?";
        table = setting.name();
    }

    @Override
    public List<Cql> write(Write write) {
        return List.of(Cql.of(insert, texts.value(write.key(), write.version()), texts.key(write.key())));
    }

    @Override
    public boolean conditional() {
        return true;
    }

    @Override
    public Cql read(long key, int version) {
        return Cql.of(select, texts.value(key, version));
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        if (rows.isEmpty()) {
            return List.of(new Seen.Missing()); // claims stay, so the newest acknowledged one must be there
        }
        String holder = String.valueOf(rows.getFirst().getString(0));
        return List.of(
                holder.equals(texts.key(key))
                        ? new Seen.Version(version)
                        : new Seen.Torn("the value is claimed for '" + holder + "'"));
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, table, "v"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return new Survey() {
            private final Histories histories = new Histories();

            @Override
            public void row(int scan, Row row) {
                String text = String.valueOf(row.getString(0));
                long key = texts.number(text);
                if (!texts.ours(text)) {
                    return;
                }
                if (key >= 0
                        && texts.seen(key, String.valueOf(row.getString(1))) instanceof Seen.Version(int version)) {
                    histories.add(key, version);
                } else {
                    rows.row(-1, new Seen.Torn("'" + row.getString(1) + "' is claimed for '" + text + "'"));
                }
            }

            @Override
            public void end() {
                histories.each((key, newest, seen) -> rows.row(key, seen));
            }
        };
    }
}
