package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.ObservedValue;

/** Rows of a key and a text, written whole and read by the text through its index. */
final class CqlReadByIndex implements CqlAppStatements {
    private final KeyValueFormat texts;
    private final WholeRowStatements rows;
    private final String select;

    CqlReadByIndex(CqlAppContext setting) {
        texts = setting.texts();
        rows = new WholeRowStatements(
                layout(setting), texts, (key, row) -> texts.seen(key, String.valueOf(row.getString("v"))));
        select = layout(setting).select() + " WHERE v = ?";
    }

    static CqlTableLayout layout(CqlAppContext setting) {
        KeyValueFormat texts = setting.texts();
        CqlTableLayout.CqlAppColumn value = new CqlTableLayout.CqlAppColumn("v", "varchar", texts::value);
        return new CqlTableLayout(setting.name(), List.of(KeyValueLayouts.key(texts)), List.of(), List.of(value));
    }

    @Override
    public List<CqlAppStatements.BoundCql> write(KeyWrite write) {
        return rows.write(write);
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

    @Override
    public List<Scan> scans() {
        return rows.scans();
    }

    @Override
    public Survey survey(SampleApp.Rows seen) {
        return rows.survey(seen);
    }
}
