package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.TableLayout;
import squall.cli.progress.LongStep;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressConsole.ProgressStep;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.loading.DataSize;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoadResult;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.SqlScript;
import squall.tpcc.schema.TpccSchema;

/** Preparation of TPC-C's tables as a configuration file has them: created, emptied, filled and checked before the works. */
final class TpccTableSetup {
    private final ConfigFile config;
    private final WarehouseScale scale;
    private final SqlDatabase database;
    private final TpccSchema schema;

    /**
     * Reads the schema and the scripts that the file names; touches no table.
     *
     * @throws CommandException if the tables cannot be created as the file has them, or a script is missing or invalid
     */
    TpccTableSetup(ConfigFile config, WarehouseScale scale, SqlDatabase database) throws CommandException {
        this.config = config;
        this.scale = scale;
        this.database = database;
        this.schema = schema(config, scale, database);
        requireAfterLoad(config);
    }

    /** Reads the statements of {@code <afterload>} already before the load, which may take hours. */
    private static void requireAfterLoad(ConfigFile config) throws CommandException {
        try {
            if (config.data().afterLoad().isPresent()) {
                SqlScript.read(config.data().afterLoad().get());
            }
        } catch (IOException e) {
            throw CommandException.usage(config.name() + ": <afterload>: " + e.getMessage(), e);
        }
    }

    void create(ProgressConsole console) throws IOException, InterruptedException {
        try (ProgressStep stage = console.stage("creating the tables", System::nanoTime)) {
            schema.replace(database);
            stage.done("");
        }
    }

    void createMissing() throws IOException, InterruptedException {
        if (!TpccSchema.exists(database)) {
            schema.create(database);
        }
    }

    void clear(ProgressConsole console) throws IOException, InterruptedException {
        try (ProgressStep stage = console.stage("emptying the tables", System::nanoTime)) {
            TpccSchema.clear(database);
            stage.done("");
        }
    }

    void load(LoadSeed seed, ProgressConsole console) throws CommandException, IOException, InterruptedException {
        LoadResult result = load(seed, new LoadProgressLines(console));
        console.say("loaded " + HumanNumbers.counted(result.warehouses(), "warehouse") + ", "
                + HumanNumbers.count(result.rows()) + " rows, in "
                + HumanNumbers.length(result.bringing()) + "; with indexes, foreign keys and counting "
                + HumanNumbers.length(result.elapsed()));
    }

    /** Loads the missing warehouses, then runs the statements of {@code <afterload>}, one after the other. */
    LoadResult load(LoadSeed seed, LoadListener listener) throws CommandException, IOException, InterruptedException {
        int threads = config.data().loaderThreads().orElse(Runtime.getRuntime().availableProcessors());
        LoaderSettings loading = LoaderSettings.of(database, seed, threads, listener);
        LoadResult result = new TpccLoader(database, schema, scale, loading).load();
        Optional<Path> script = config.data().afterLoad();
        if (script.isPresent()) {
            database.execute("running " + script.get(), SqlScript.read(script.get()));
        }
        return result;
    }

    /** Checks the conditions that hold after a load; up to {@link ConsistencyCheck#MOST_WAREHOUSES} warehouses prints the size of the data. */
    List<CheckResult> check(ConsistencyCheck conditions, ProgressConsole console)
            throws IOException, InterruptedException {
        if (scale.total() <= ConsistencyCheck.MOST_WAREHOUSES) { // every row is counted
            DataSize size = DataSize.of(database);
            console.say("data: " + HumanNumbers.count(size.rows()) + " rows" + text(size.bytes()));
        }
        AtomicReference<String> far = new AtomicReference<>("");
        LongStep step = console.longStep(() -> "checking the data: " + far);
        try {
            return conditions.run(database, scale, CheckTime.AFTER_LOAD, far::set);
        } finally {
            step.end();
        }
    }

    private static String text(OptionalLong bytes) {
        return bytes.isEmpty() ? "" : ", " + HumanNumbers.count(bytes.getAsLong() / 1_000_000) + " MB with indexes";
    }

    private static TpccSchema schema(ConfigFile config, WarehouseScale scale, SqlDatabase database)
            throws CommandException {
        try {
            return TpccSchema.of(database.dialect(), settings(config, scale));
        } catch (IllegalArgumentException | IOException e) {
            throw CommandException.usage(config.name() + ": " + e.getMessage(), e);
        }
    }

    private static SchemaSettings settings(ConfigFile config, WarehouseScale scale) {
        TableLayout layout = config.extension().layout();
        return new SchemaSettings(
                scale.total(),
                layout.placement().orElse(new WarehousePlacement.ByServer()),
                layout.foreignKeys(),
                layout.ddl() == TableLayout.Ddl.SQUALL
                        ? Optional.empty()
                        : config.data().ddl());
    }

    /** Printer of a loader's messages, and of its progress every ten seconds. */
    private static final class LoadProgressLines implements LoadListener {
        private static final Duration EVERY = Duration.ofSeconds(10);

        private final ProgressConsole console;
        private Duration next = EVERY;

        LoadProgressLines(ProgressConsole console) {
            this.console = console;
        }

        @Override
        public void said(String line) {
            console.say(line);
        }

        @Override
        public void advanced(LoadListener.LoadProgress progress) {
            if (progress.elapsed().compareTo(next) < 0) {
                return;
            }
            next = progress.elapsed().plus(EVERY);
            console.say("loading: " + progress.warehouses() + " of "
                    + HumanNumbers.counted(progress.plannedWarehouses(), "warehouse") + ", "
                    + HumanNumbers.count(Math.round(progress.rowsPerSecond())) + " rows/s"
                    + progress.remaining()
                            .map(left -> ", " + HumanNumbers.length(left) + " left")
                            .orElse(""));
        }
    }
}
