package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Statement;
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
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.loading.DataSize;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.SqlScript;
import squall.tpcc.schema.TpccSchema;

/** The steps before the works: makes, empties and fills the tables. */
final class TpccTableSetup {
    private final BenchbaseSettings settings;
    private final SqlDatabase database;
    private final ProgressConsole console;
    private final TpccSchema schema;

    /** @throws CommandException if the tables cannot be made as the file has them, or what it names is not there; nothing was touched then */
    TpccTableSetup(BenchbaseSettings settings, SqlDatabase database, ProgressConsole console) throws CommandException {
        this.settings = settings;
        this.database = database;
        this.console = console;
        this.schema = schema(settings, database);
        requireAfterLoad(settings.config());
    }

    /** Also before a load, which may take hours. */
    private static void requireAfterLoad(ConfigFile config) throws CommandException {
        try {
            if (config.data().afterLoad().isPresent()) {
                SqlScript.read(config.data().afterLoad().get());
            }
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, config.name() + ": <afterload>: " + e.getMessage(), e);
        }
    }

    void create() throws IOException, InterruptedException {
        try (ProgressStep stage = console.stage("creating the tables", System::nanoTime)) {
            schema.replace(database);
            stage.done("");
        }
    }

    void clear() throws IOException, InterruptedException {
        try (ProgressStep stage = console.stage("emptying the tables", System::nanoTime)) {
            TpccSchema.clear(database);
            stage.done("");
        }
    }

    void load() throws CommandException, IOException, InterruptedException {
        int threads = settings.config()
                .data()
                .loaderThreads()
                .orElse(Runtime.getRuntime().availableProcessors());
        LoaderSettings loading =
                LoaderSettings.of(database, settings.seed().given(), threads, new LoadProgressLines(console));
        TpccLoader.LoadResult result = new TpccLoader(database, schema, settings.scale(), loading).load();
        console.say("loaded " + HumanNumbers.counted(result.warehouses(), "warehouse") + ", "
                + HumanNumbers.count(result.rows()) + " rows, in "
                + HumanNumbers.length(result.bringing()) + "; with indexes, foreign keys and counting "
                + HumanNumbers.length(result.elapsed()));
        afterLoad(settings.config(), database);
    }

    /** The statements of {@code <afterload>}, one after the other. */
    static void afterLoad(ConfigFile config, SqlDatabase database) throws IOException, InterruptedException {
        Optional<Path> script = config.data().afterLoad();
        if (script.isEmpty()) {
            return;
        }
        List<String> statements = SqlScript.read(script.get());
        database.administer("running " + script.get(), connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return statements.size();
        });
    }

    /** The conditions that hold after a load. */
    List<CheckResult> check() throws IOException, InterruptedException {
        if (settings.scale().total() <= ConsistencyCheck.MOST_WAREHOUSES) { // every row is counted
            DataSize size = DataSize.of(database);
            console.say("data: " + HumanNumbers.count(size.rows()) + " rows" + told(size.bytes()));
        }
        AtomicReference<String> far = new AtomicReference<>("");
        LongStep step = console.longStep(() -> "checking the data: " + far);
        try {
            return settings.invocation()
                    .own()
                    .conditions()
                    .run(database, settings.scale(), CheckTime.AFTER_LOAD, far::set);
        } finally {
            step.end();
        }
    }

    private static String told(OptionalLong bytes) {
        return bytes.isEmpty() ? "" : ", " + HumanNumbers.count(bytes.getAsLong() / 1_000_000) + " MB with indexes";
    }

    private static TpccSchema schema(BenchbaseSettings settings, SqlDatabase database) throws CommandException {
        try {
            return TpccSchema.of(database.dialect(), settings(settings.config(), settings.scale()));
        } catch (IllegalArgumentException | IOException e) {
            throw new CommandException(ExitCode.USAGE, settings.config().name() + ": " + e.getMessage(), e);
        }
    }

    static SchemaSettings settings(ConfigFile config, WarehouseScale scale) {
        TableLayout layout = config.extension().layout();
        return new SchemaSettings(
                scale.total(),
                layout.placement().orElse(new WarehousePlacement.ByServer()),
                layout.foreignKeys(),
                layout.ddl() == TableLayout.Ddl.SQUALL
                        ? Optional.empty()
                        : config.data().ddl());
    }

    /** Says every few seconds how far a load has got. */
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
            console.say("loading: " + progress.warehouses() + " of " + progress.plannedWarehouses() + " warehouses, "
                    + HumanNumbers.count(Math.round(progress.rowsPerSecond())) + " rows/s"
                    + progress.remaining()
                            .map(left -> ", " + HumanNumbers.length(left) + " left")
                            .orElse(""));
        }
    }
}
