package squall.apps;

import squall.spi.Options;
import squall.sql.Dialect;

/**
 * What a workload is told of the run.
 *
 * @param table of the workload; names of further tables are made from it
 * @param texts how keys and values are written
 * @param options of the workload's own
 * @param dialect of the database
 */
public record Setting(String table, Texts texts, Options options, Dialect dialect) {
    /** The table as it stands in a statement. */
    public String name() {
        return dialect.identifier(table);
    }

    /** A name made from the table's, as it stands in a statement. */
    public String name(String suffix) {
        return dialect.identifier(table + suffix);
    }

    public Setting on(Dialect other) {
        return new Setting(table, texts, options, other);
    }
}
