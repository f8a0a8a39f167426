package squall.apps;

import squall.spi.Options;
import squall.sql.SqlDialect;

/** Context of a run on a SQL database of this dialect. */
public record SqlAppContext(AppContext run, SqlDialect dialect) {
    /** Returns the table's name as it stands in a statement. */
    public String name() {
        return dialect.identifier(run.table());
    }

    /** Returns a name made from the table's, as it stands in a statement. */
    public String name(String suffix) {
        return dialect.identifier(run.table() + suffix);
    }

    /** Returns the type of a text column that is part of a key or of an index. */
    public String keyText() {
        return dialect.keyText();
    }

    /** Returns the statement that makes a table if it is missing. @param columns and keys, without the brackets around them */
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
