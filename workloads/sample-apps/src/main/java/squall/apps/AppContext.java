package squall.apps;

import squall.spi.Options;

/**
 * Context of a run, as a workload sees it.
 *
 * @param table of the workload; names of further tables are made from it
 * @param texts how keys and values are written
 * @param options of the workload's own
 */
public record AppContext(String table, KeyValueFormat texts, Options options) {
    /** Says what to do about a table of other columns, as the end of a message. */
    public String remedy() {
        return "replace it with --drop_table_name " + table + ", or name another table with --create_table_name";
    }
}
