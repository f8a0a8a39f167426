package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.CqlTableLayout.CqlAppColumn;
import squall.check.ObservedValue;

/** Statements that write and read whole rows of one key each, by the primary key; its first column is the key's text. */
class WholeRowStatements implements CqlAppStatements {
    /** Reader of what a row holds of its key. */
    interface Versions {
        ObservedValue of(long key, Row row);
    }

    private final CqlTableLayout layout;
    private final List<CqlAppColumn> all;
    private final List<CqlAppColumn> primary;
    private final KeyValueFormat texts;
    private final Versions versions;
    private final String insert;
    private final String select;

    /** @param versions of the rows; every column is then compared with that version */
    WholeRowStatements(CqlTableLayout layout, KeyValueFormat texts, Versions versions) {
        this.layout = layout;
        this.all = layout.all().toList();
        this.primary = layout.primary().toList();
        this.texts = texts;
        this.versions = versions;
        this.insert = layout.insert();
        this.select = layout.selectOne();
    }

    @Override
    public List<BoundCql> write(KeyWrite write) {
        return List.of(new BoundCql(insert, cells(all, write.key(), write.version())));
    }

    @Override
    public BoundCql read(long key, int version) {
        return new BoundCql(select, cells(primary, key, version));
    }

    @Override
    public List<ObservedValue> seen(long key, int version, List<Row> rows) {
        return List.of(rows.isEmpty() ? new ObservedValue.Missing() : whole(key, rows.getFirst()));
    }

    @Override
    public List<Scan> scans() {
        return List.of(layout.scan());
    }

    @Override
    public Survey survey(SampleApp.SurveyedRows rows) {
        return survey(texts, rows, this::whole);
    }

    /** Returns the survey of a scan whose rows begin with the key's text and have one key each. */
    static Survey survey(KeyValueFormat texts, SampleApp.SurveyedRows rows, Versions versions) {
        return (scan, row) -> {
            String text = String.valueOf(row.getString(0));
            if (texts.ours(text)) {
                long key = texts.number(text);
                rows.row(key, versions.of(key, row));
            }
        };
    }

    private static List<Object> cells(List<CqlAppColumn> columns, long key, int version) {
        List<Object> cells = new ArrayList<>(columns.size());
        for (CqlAppColumn column : columns) {
            cells.add(column.cell().of(key, version));
        }
        return cells;
    }

    /** Returns the version of the row, if every column has that version. */
    private ObservedValue whole(long key, Row row) {
        ObservedValue seen = versions.of(key, row);
        if (!(seen instanceof ObservedValue.Version(int version))) {
            return seen;
        }
        for (CqlAppColumn column : all) {
            Object found = row.getObject(column.name());
            if (!column.cell().of(key, version).equals(found)) {
                return new ObservedValue.Torn(
                        "version " + version + ", but column " + column.name() + " holds '" + found + "'");
            }
        }
        return seen;
    }
}
