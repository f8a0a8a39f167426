package squall.apps;

import squall.spi.Options;
import squall.sql.SqlDialect;

/** What a workload is told of the run, on a SQL database of this dialect. */
public record SqlAppContext(AppContext run, SqlDialect dialect) {
    /** The table as it stands in a statement. */
    public String name() {
        return dialect.identifier(run.table());
    }

    /** A name made from the table's, as it stands in a statement. */
    public String name(String suffix) {
        return dialect.identifier(run.table() + suffix);
    }

    /** The type of a text that is part of a key or of an index. */
    public String keyText() {
        return dialect.keyText();
    }

    /** The statement that makes a table if it is not there. @param columns with the keys, without the brackets around them */
    public String createTable(String name, String columns) {
        return "CREATE TABLE IF NOT EXISTS " + name + " (" + columns + ")" + dialect.tableOptions();
    }

    public KeyValueFormat texts() {
        return run.texts();
    }

    public Options options() {
        return run.options();
    }
}
