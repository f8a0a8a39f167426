package squall.ycsb.loading;

import java.util.Locale;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.sql.SqlDatabase;
import squall.ycsb.ClientProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/**
 * How rows travel to the database.
 *
 * @param rowsAtOnce rows that are sent, and answered for, together
 */
public record LoadMode(Way way, int rowsAtOnce) {
    /** From the fastest to the plainest. */
    public enum Way {
        COPY,
        BATCH,
        INSERT
    }

    /** Large enough that the wait for a commit is a small share. */
    private static final int DEFAULT_ROWS = 2_000;

    /** Of all threads together: with many of them their commits overlap, and what they hold adds up. */
    private static final int ROWS_UNDER_WAY = 8 * DEFAULT_ROWS;

    private static final int MOST_ROWS = 1_000_000;

    /** One statement a row: all that a class of the YCSB interface can do. */
    public static LoadMode single() {
        return new LoadMode(Way.INSERT, 1);
    }

    /** @throws CommandException if the properties contradict each other; before anything was connected to */
    public static void require(YcsbProperties properties) throws CommandException {
        long batchSize = properties.get(JdbcProperties.BATCH_SIZE);
        if (properties.get(JdbcProperties.BATCH_UPDATES) && batchSize < 1) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(JdbcProperties.BATCH_UPDATES) + ": jdbc.batchupdateapi=true needs db.batchsize, "
                            + "for example -p db.batchsize=1000, or leave both to load.mode=auto");
        }
        if (batchSize == 0 || batchSize > MOST_ROWS) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(JdbcProperties.BATCH_SIZE) + ": db.batchsize must be -1 or in [1, " + MOST_ROWS
                            + "], not '" + batchSize + "'");
        }
    }

    /** What the properties mean on this kind of database. */
    public static LoadMode of(YcsbProperties properties, SqlDatabase database) throws CommandException {
        long batchSize = properties.get(JdbcProperties.BATCH_SIZE);
        int rows =
                batchSize < 1 ? defaultRows(properties.get(ClientProperties.THREAD_COUNT)) : Math.toIntExact(batchSize);
        return switch (properties.get(SquallProperties.LOAD_MODE)) {
            case "insert" -> single();
            case "batch" -> new LoadMode(Way.BATCH, rows);
            case "copy" -> {
                requireCopy(database);
                yield new LoadMode(Way.COPY, rows);
            }
            default -> new LoadMode(automatic(properties, database), rows);
        };
    }

    @Override
    public String toString() {
        String name = way.name().toLowerCase(Locale.ROOT);
        return way == Way.INSERT ? name : name + ", " + rowsAtOnce + " rows at once";
    }

    private static int defaultRows(int threads) {
        return Math.clamp(ROWS_UNDER_WAY / threads, 1, DEFAULT_ROWS);
    }

    private static Way automatic(YcsbProperties properties, SqlDatabase database) {
        boolean upstreamsBatches = properties.get(JdbcProperties.BATCH_SIZE) > 0
                && (properties.get(JdbcProperties.BATCH_UPDATES) || !properties.get(JdbcProperties.AUTOCOMMIT));
        return upstreamsBatches || !database.copies() ? Way.BATCH : Way.COPY;
    }

    private static void requireCopy(SqlDatabase database) throws CommandException {
        if (!database.copies()) {
            throw new CommandException(
                    ExitCode.USAGE, "load.mode=copy: this database has no COPY; use load.mode=batch or auto");
        }
    }
}
