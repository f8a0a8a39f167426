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

/** Rows of a key and a text, written whole and read by the text through its index. */
final class ByValue implements CqlStatements {
    private final Texts texts;
    private final WholeRows rows;
    private final String select;

    ByValue(CqlSetting setting) {
        texts = setting.texts();
        rows = new WholeRows(layout(setting), texts, (key, row) -> texts.seen(key, String.valueOf(row.getString("v"))));
        select = layout(setting).select() + " WHERE v = ?";
    }

    static Layout layout(CqlSetting setting) {
        Texts texts = setting.texts();
        Column value = new Column("v", "varchar", texts::value);
        return new Layout(setting.name(), List.of(KeyValue.key(texts)), List.of(), List.of(value));
    }

    @Override
    public List<Cql> write(Write write) {
        return rows.write(write);
    }

    @Override
    public Cql read(long key, int version) {
        return Cql.of(select, texts.value(key, version));
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> found) {
        if (found.isEmpty()) {
            return List.of(new Seen.NotUnder(version));
        }
        String under = String.valueOf(found.getFirst().getString("k"));
        return List.of(
                found.size() == 1 && under.equals(texts.key(key))
                        ? new Seen.Version(version)
                        : new Seen.Torn("the index led to '" + under + "', or to more than one row"));
    }

    @Override
    public List<Scan> scans() {
        return rows.scans();
    }

    @Override
    public Survey survey(App.Rows seen) {
        return rows.survey(seen);
    }
}
