package squall.ycsb.loading;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import squall.database.Database;
import squall.spi.DetachedTurn;
import squall.system.CommandException;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreSettings;

/**
 * Preparation of the table for a load, on each shard.
 *
 * @param say receives one line for each step
 */
public record TablePreparation(Shards stores, Rows rows, ExistingRowPolicy existing, Consumer<String> say) {
    /**
     * Range of rows that the load inserts.
     *
     * @param partial whether other clients load other rows of the same table
     * @param firstKeys of those that this client brings
     */
    public record Rows(boolean partial, List<String> firstKeys) {
        private static final long FIRST = 1_000;

        /** Rows of a workload that does not say which: all existing rows are in the way. */
        public static final Rows ALL = new Rows(false, List.of());

        public static Rows of(CoreSettings settings) {
            List<String> keys = new ArrayList<>();
            for (long row = 0; row < Math.min(settings.rows(), FIRST); row++) {
                keys.add(settings.keys().of(settings.first() + row));
            }
            return new Rows(settings.partial(), List.copyOf(keys));
        }
    }

    /**
     * Makes the table where it is absent, and treats existing rows as was asked. Looks at every shard before it changes the first.
     *
     * @return whether rows were left in place that this load would bring
     * @throws CommandException if there are such rows and the user did not say what to do with them, or if a database cannot have the
     *     table as asked; nothing was changed then
     */
    public boolean prepare() throws CommandException, IOException, InterruptedException {
        List<Step> steps = new ArrayList<>();
        for (Shard shard : stores.shards()) {
            shard.awaitTable();
            steps.add(step(shard));
        }
        for (int i = 0; i < steps.size(); i++) {
            take(steps.get(i), stores.shards().get(i).table());
        }
        for (Shard shard : stores.shards()) {
            shard.tableReady();
        }
        return steps.contains(Step.APPEND);
    }

    /** Step to be taken with the table of one shard. */
    private enum Step {
        KEEP,
        CREATE,
        APPEND,
        TRUNCATE,
        REPLACE
    }

    /** Finds the step for a shard, and changes nothing. */
    private Step step(Shard shard) throws CommandException, IOException, InterruptedException {
        Database.Table table = shard.table();
        requirePossible(table);
        if (!table.exists()) {
            return Step.CREATE;
        }
        if (existing == ExistingRowPolicy.DROP) {
            return Step.REPLACE;
        }
        requireSpread(table);
        if (!inTheWay(shard)) {
            return Step.KEEP;
        }
        return switch (existing) {
            case REFUSE -> throw refusal(table);
            case APPEND -> Step.APPEND;
            case TRUNCATE -> Step.TRUNCATE;
            case DROP -> Step.REPLACE;
        };
    }

    private void take(Step step, Database.Table table) throws IOException, InterruptedException {
        switch (step) {
            case KEEP -> {}
            case CREATE -> {
                table.create();
                say.accept("made table " + table.name() + layout(table));
            }
            case APPEND -> say.accept("table " + table.name() + " keeps its rows; only missing rows are loaded");
            case TRUNCATE -> {
                table.truncate();
                say.accept("emptied table " + table.name());
            }
            case REPLACE -> {
                table.replace();
                say.accept("dropped and created table " + table.name() + layout(table));
            }
        }
    }

    private static String layout(Database.Table table) {
        return table.layout().isEmpty() ? "" : ": " + table.layout();
    }

    private static void requirePossible(Database.Table table)
            throws CommandException, IOException, InterruptedException {
        try {
            table.ddl();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
        Optional<String> obstacle = table.obstacle();
        if (obstacle.isPresent()) {
            throw CommandException.usage("table " + table.name() + " cannot be created: " + obstacle.get());
        }
    }

    /** Checks that the table is partitioned: a user who requests partitions but gets a table without them would measure something else. */
    private static void requireSpread(Database.Table table) throws CommandException, IOException, InterruptedException {
        Optional<String> mismatch = table.layoutMismatch();
        if (mismatch.isPresent()) {
            throw CommandException.usage("table " + table.name() + " already exists, and " + mismatch.get()
                    + ": replace it with --existing=drop, or omit db.sharding");
        }
    }

    /** Tells whether existing rows are in the way. */
    private boolean inTheWay(Shard shard) throws IOException, InterruptedException {
        if (!shard.table().hasRows()) {
            return false;
        }
        if (!rows.partial() || existing == ExistingRowPolicy.TRUNCATE) {
            return true;
        }
        try (Shard.Store store = shard.open(0)) {
            return !store.present(rows.firstKeys(), DetachedTurn.now()).isEmpty();
        }
    }

    private static CommandException refusal(Database.Table table) {
        return CommandException.usage("table " + table.name()
                + " already has rows; choose what to do with them: --existing=append (loads what "
                + "is missing), --existing=truncate (empties the table) or --existing=drop (recreates it)");
    }

    /** Policy of a load for rows that exist already. */
    public enum ExistingRowPolicy {
        /** Not set: the load does not start. */
        REFUSE,
        /** Leaves them, and loads those that are missing. */
        APPEND,
        /** Empties the table. */
        TRUNCATE,
        /** Recreates the table. */
        DROP;

        /** Reads the policy from the properties. @param otherwise if they say nothing */
        public static ExistingRowPolicy of(YcsbProperties properties, ExistingRowPolicy otherwise) {
            String given = properties.get(SquallProperties.EXISTING);
            return given.isEmpty() ? otherwise : valueOf(given.toUpperCase(Locale.ROOT));
        }
    }
}
