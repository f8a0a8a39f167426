package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Objects;
import squall.apps.App;
import squall.apps.Cql;
import squall.apps.CqlStatements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;

/** Rows of one key each, always written whole and read by their primary key, whose first column is the key's text. */
final class WholeRows implements CqlStatements {
    /** Finds out which version of its key a row is; the other columns are then compared with what that version has. */
    interface Versions {
        Seen of(long key, Row row);
    }

    private final Layout layout;
    private final Texts texts;
    private final Versions versions;
    private final String insert;
    private final String select;

    WholeRows(Layout layout, Texts texts, Versions versions) {
        this.layout = layout;
        this.texts = texts;
        this.versions = versions;
        this.insert = layout.insert();
        this.select = layout.selectOne();
    }

    @Override
    public List<Cql> write(Write write) {
        return List.of(new Cql(
                insert,
                layout.all()
                        .map(column -> column.cell().of(write.key(), write.version()))
                        .toList()));
    }

    @Override
    public Cql read(long key, int version) {
        return new Cql(
                select,
                layout.primary().map(column -> column.cell().of(key, version)).toList());
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        return List.of(rows.isEmpty() ? new Seen.Missing() : whole(key, rows.getFirst()));
    }

    @Override
    public List<Scan> scans() {
        return List.of(layout.scan());
    }

    @Override
    public Survey survey(App.Rows rows) {
        return (scan, row) -> {
            String text = String.valueOf(row.getString(0));
            if (texts.ours(text)) {
                long key = texts.number(text);
                rows.row(key, whole(key, row));
            }
        };
    }

    /** Which version the row is, if it is one in every column. */
    Seen whole(long key, Row row) {
        Seen seen = versions.of(key, row);
        if (!(seen instanceof Seen.Version(int version))) {
            return seen;
        }
        return layout.all()
                .filter(column -> !Objects.equals(
                        row.getObject(column.name()), column.cell().of(key, version)))
                .findFirst()
                .<Seen>map(column -> new Seen.Torn("version " + version + ", but column " + column.name() + " holds '"
                        + row.getObject(column.name()) + "'"))
                .orElse(seen);
    }
}
