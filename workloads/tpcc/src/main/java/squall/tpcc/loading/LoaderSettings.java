package squall.tpcc.loading;

import java.util.OptionalLong;
import squall.sql.BulkInsert;
import squall.sql.SqlDatabase;

/**
 * How a load is done.
 *
 * @param seed of all values; empty: that of the load which began here, else one that is drawn, kept and said
 * @param threads how many connections bring rows at once
 * @param mode how rows travel
 * @param listener receives the progress
 */
public record LoaderSettings(OptionalLong seed, int threads, BulkInsert.Mode mode, LoadListener listener) {
    public LoaderSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("a load needs at least one thread, not " + threads);
        }
    }

    /** The quickest way that this database and its driver know. */
    public static LoaderSettings of(SqlDatabase database, OptionalLong seed, int threads, LoadListener listener) {
        return new LoaderSettings(
                seed, threads, database.copies() ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH, listener);
    }
}
