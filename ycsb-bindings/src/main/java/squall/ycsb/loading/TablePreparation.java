package squall.ycsb.loading;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.store.Detached;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.store.StoredTable;
import squall.ycsb.workload.CoreSettings;

/** Makes the table ready for a load, on each shard. */
public final class TablePreparation {
    private final Shards stores;
    private final Rows rows;
    private final Existing existing;
    private final Consumer<String> say;

    /**
     * Which rows the load brings.
     *
     * @param partial whether other clients load other rows of the same table
     * @param firstKeys of those that this client brings
     */
    public record Rows(boolean partial, List<String> firstKeys) {
        private static final long FIRST = 1_000;

        /** Of a workload that does not say which: all that are there are in the way. */
        public static final Rows ALL = new Rows(false, List.of());

        public static Rows of(CoreSettings settings) {
            List<String> keys = new ArrayList<>();
            for (long row = 0; row < Math.min(settings.rows(), FIRST); row++) {
                keys.add(settings.keys().of(settings.first() + row));
            }
            return new Rows(settings.partial(), List.copyOf(keys));
        }
    }

    /** @param say hears what was done, one line each */
    public TablePreparation(Shards stores, Rows rows, Existing existing, Consumer<String> say) {
        this.stores = stores;
        this.rows = rows;
        this.existing = existing;
        this.say = say;
    }

    /**
     * Makes the table where it is absent, and treats existing rows as was asked.
     *
     * @return whether rows were left in place that this load would bring
     * @throws CommandException if there are such rows and nobody said what to do with them
     */
    public boolean prepare() throws CommandException, IOException, InterruptedException {
        boolean append = false;
        for (Shard shard : stores.shards()) {
            append |= prepare(shard);
        }
        return append;
    }

    private boolean prepare(Shard shard) throws CommandException, IOException, InterruptedException {
        StoredTable table = shard.table();
        if (!table.exists()) {
            table.create();
            say.accept("made table " + table.name());
            return false;
        }
        if (!inTheWay(shard)) {
            return false;
        }
        switch (existing) {
            case REFUSE -> throw refusal(table);
            case APPEND -> say.accept("table " + table.name() + " keeps its rows; only missing ones are loaded");
            case TRUNCATE -> {
                table.truncate();
                say.accept("emptied table " + table.name());
            }
            case DROP -> {
                table.drop();
                table.create();
                say.accept("dropped and made table " + table.name());
            }
        }
        return existing == Existing.APPEND;
    }

    /** Beside other clients' rows, only rows of this client's own range are in the way; its first ones tell. */
    private boolean inTheWay(Shard shard) throws IOException, InterruptedException {
        if (!shard.table().hasRows()) {
            return false;
        }
        if (!rows.partial() || existing == Existing.DROP || existing == Existing.TRUNCATE) {
            return true;
        }
        try (KeyFinder finder = shard.finder(0)) {
            return !finder.present(rows.firstKeys(), Detached.now()).isEmpty();
        }
    }

    private static CommandException refusal(StoredTable table) {
        return new CommandException(
                ExitCode.USAGE,
                "table " + table.name()
                        + " holds rows already; say what to do with them: --existing=append (loads what "
                        + "is missing), --existing=truncate (empties the table) or --existing=drop (makes it anew)");
    }
}
