package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Layout;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Figures;
import squall.cli.progress.Console;
import squall.cli.progress.Stage;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.tpcc.Scale;
import squall.tpcc.check.Conditions;
import squall.tpcc.check.Moment;
import squall.tpcc.loading.DataSize;
import squall.tpcc.loading.LoadResult;
import squall.tpcc.loading.Loader;
import squall.tpcc.loading.LoaderSettings;
import squall.tpcc.schema.Placement;
import squall.tpcc.schema.Schema;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.Script;

/** The steps before the works: makes, empties and fills the tables. */
final class Tables {
    private final EngineSettings settings;
    private final SqlDatabase database;
    private final Console console;
    private final Schema schema;

    Tables(EngineSettings settings, SqlDatabase database, Console console) throws CommandException {
        this.settings = settings;
        this.database = database;
        this.console = console;
        this.schema = schema(settings, database);
    }

    void create() throws IOException, InterruptedException {
        try (Stage stage = console.stage("making the tables", System::nanoTime)) {
            Schema.drop(database);
            schema.create(database);
            stage.done("");
        }
    }

    void clear() throws IOException, InterruptedException {
        try (Stage stage = console.stage("emptying the tables", System::nanoTime)) {
            Schema.clear(database);
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
        LoadResult result = new Loader(database, schema, settings.scale(), loading).load();
        console.say("loaded " + result.warehouses() + " warehouses, " + Figures.count(result.rows()) + " rows, in "
                + Figures.length(result.bringing()) + "; with indexes, foreign keys and counting "
                + Figures.length(result.elapsed()));
        afterLoad(settings.config(), database);
    }

    /** The statements of {@code <afterload>}, one after the other. */
    static void afterLoad(ConfigFile config, SqlDatabase database) throws IOException, InterruptedException {
        Optional<Path> script = config.data().afterLoad();
        if (script.isEmpty()) {
            return;
        }
        List<String> statements = Script.read(script.get());
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
        if (settings.scale().total() <= Conditions.MOST_WAREHOUSES) { // every row is counted
            DataSize size = DataSize.of(database);
            console.say("data: " + Figures.count(size.rows()) + " rows" + told(size.bytes()));
        }
        AtomicReference<String> far = new AtomicReference<>("");
        Conditions conditions = settings.invocation().own().conditions();
        return console.longStep(
                () -> "checking the data: " + far,
                () -> conditions.run(database, settings.scale(), Moment.AFTER_LOAD, far::set));
    }

    private static String told(OptionalLong bytes) {
        return bytes.isEmpty() ? "" : ", " + Figures.count(bytes.getAsLong() / 1_000_000) + " MB with indexes";
    }

    private static Schema schema(EngineSettings settings, SqlDatabase database) throws CommandException {
        try {
            return Schema.of(database.dialect(), settings(settings.config(), settings.scale()));
        } catch (IllegalArgumentException | IOException e) {
            throw new CommandException(ExitCode.USAGE, settings.config().name() + ": " + e.getMessage(), e);
        }
    }

    static SchemaSettings settings(ConfigFile config, Scale scale) {
        Layout layout = config.extension().layout();
        return new SchemaSettings(
                scale.total(),
                layout.placement().orElse(new Placement.ByServer()),
                layout.foreignKeys(),
                layout.ddl() == Layout.Ddl.SQUALL
                        ? Optional.empty()
                        : config.data().ddl());
    }
}
