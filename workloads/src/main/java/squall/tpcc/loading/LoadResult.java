package squall.tpcc.loading;

import java.time.Duration;

/**
 * What one load has done.
 *
 * @param data what is in the database now, of all loads
 * @param warehouses brought by this one
 * @param rows brought by this one
 * @param bringing how long that took
 * @param elapsed in all: with removing halves before, and with counting, indexes and foreign keys behind
 */
public record LoadResult(LoadedData data, int warehouses, long rows, Duration bringing, Duration elapsed) {}
