package squall.apps;

import squall.spi.Options;
import squall.sql.Dialect;

/** What a workload is told of the run, on a SQL database of this dialect. */
public record SqlSetting(Setting run, Dialect dialect) {
    /** The table as it stands in a statement. */
    public String name() {
        return dialect.identifier(run.table());
    }

    /** A name made from the table's, as it stands in a statement. */
    public String name(String suffix) {
        return dialect.identifier(run.table() + suffix);
    }

    public Texts texts() {
        return run.texts();
    }

    public Options options() {
        return run.options();
    }
}
