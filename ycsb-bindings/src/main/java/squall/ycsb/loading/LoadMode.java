package squall.ycsb.loading;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shard.InsertMethod;

/**
 * Mode in which rows are sent to the database.
 *
 * @param rowsAtOnce rows that are sent, and answered for, together
 */
public record LoadMode(InsertMethod way, int rowsAtOnce) {
    private static final int MOST_ROWS = 1_000_000;

    /** Returns the mode of one statement a row: all that a class of the YCSB interface can do. */
    public static LoadMode single() {
        return new LoadMode(InsertMethod.INSERT, 1);
    }

    /** @throws CommandException if the properties contradict each other; before anything was connected to */
    public static void require(YcsbProperties properties) throws CommandException {
        long batchSize = properties.get(JdbcProperties.BATCH_SIZE);
        if (properties.get(JdbcProperties.BATCH_UPDATES) && batchSize < 1) {
            throw CommandException.usage(
                    properties.origin(JdbcProperties.BATCH_UPDATES) + ": jdbc.batchupdateapi=true needs db.batchsize, "
                            + "for example -p db.batchsize=1000, or use load.mode=auto without both");
        }
        if (batchSize == 0 || batchSize > MOST_ROWS) {
            throw CommandException.usage(properties.origin(JdbcProperties.BATCH_SIZE)
                    + ": db.batchsize must be -1 or in [1, " + MOST_ROWS + "], not '" + batchSize + "'");
        }
    }

    /** Returns how many rows upstream's properties want in a batch, or in a transaction; empty if they want neither. */
    public static OptionalInt upstreamsBatch(YcsbProperties properties) {
        long rows = properties.get(JdbcProperties.BATCH_SIZE);
        boolean wanted = properties.get(JdbcProperties.BATCH_UPDATES) || !properties.get(JdbcProperties.AUTOCOMMIT);
        return rows > 0 && wanted ? OptionalInt.of(Math.toIntExact(rows)) : OptionalInt.empty();
    }

    /**
     * Reads the mode for this kind of database from the properties.
     *
     * @throws CommandException if rows cannot travel there in the way that was asked for
     */
    public static LoadMode of(YcsbProperties properties, Shard shard) throws CommandException {
        String asked = properties.get(SquallProperties.LOAD_MODE);
        if (asked.equals("insert")) {
            return single();
        }
        InsertMethod way = asked.equals("auto")
                ? automatic(properties, shard)
                : InsertMethod.valueOf(asked.toUpperCase(Locale.ROOT));
        long batchSize = properties.get(JdbcProperties.BATCH_SIZE);
        for (Shard.BulkWay known : shard.ways()) {
            if (known.way() == way) {
                if (known.rowsAtOnce() == 1 && batchSize > 1) {
                    throw CommandException.usage(
                            properties.origin(JdbcProperties.BATCH_SIZE) + ": db.batchsize=" + batchSize
                                    + " needs transactions, which this database does not have: a failed batch would leave"
                                    + " some of its rows; omit db.batchsize");
                }
                int usual = known.rows(properties.get(ClientProperties.THREAD_COUNT));
                return new LoadMode(way, batchSize < 1 ? usual : Math.toIntExact(batchSize));
            }
        }
        throw CommandException.usage("load.mode=" + asked + ": this database does not support that load mode; use "
                + shard.ways().stream()
                        .map(known -> known.way().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))
                + " or auto");
    }

    @Override
    public String toString() {
        String name = way.name().toLowerCase(Locale.ROOT);
        return way == InsertMethod.INSERT ? name : name + ", " + rowsAtOnce + " rows at once";
    }

    /** Returns how chunks are sent: the plainest method where rows are sent one by one but have to be looked for first. */
    InsertMethod chunks(Shard shard) {
        return way == InsertMethod.INSERT ? shard.ways().getLast().way() : way;
    }

    private static InsertMethod automatic(YcsbProperties properties, Shard shard) {
        return upstreamsBatch(properties).isPresent()
                ? InsertMethod.BATCH
                : shard.ways().get(0).way();
    }
}
