package squall.apps;

import squall.spi.Options;

/**
 * What a workload is told of the run.
 *
 * @param table of the workload; names of further tables are made from it
 * @param texts how keys and values are written
 * @param options of the workload's own
 */
public record AppContext(String table, KeyValueFormat texts, Options options) {}
