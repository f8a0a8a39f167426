package squall.benchbase.cli;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.ThinkTimeModel;
import squall.spi.WrongDataException;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.tpcc.check.ConsistencyCheck;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalUsers;
import squall.tpcc.terminal.TransactionMix;

/**
 * TPC-C on one database.
 *
 * @param changed what holds instead of the file's settings
 * @param homes of its terminals, each of which has a session
 */
record TpccLoadProvider(
        BenchbaseConnection address,
        UnaryOperator<SqlSettings> changed,
        TerminalSettings terminalSettings,
        TerminalHomes homes,
        long seed)
        implements LoadProvider.Offer {
    /** What the loader says, and not how far it has got. */
    private record Said(Consumer<String> say) implements LoadListener {
        @Override
        public void said(String line) {
            say.accept(line);
        }

        @Override
        public void advanced(LoadListener.LoadProgress progress) {
            // How fast it loads is of no interest before a run that is about something else.
        }
    }

    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        try {
            SqlDatabase database = connect();
            TpccLoad.require(database);
            TpccSchema schema = TpccSchema.of(
                    database.dialect(), TpccTableSetup.settings(terminalSettings.config(), terminalSettings.scale()));
            if (!TpccSchema.exists(database)) {
                schema.create(database);
            }
            Optional<LoadedData> begun = LoadedData.read(database);
            boolean whole = begun.isPresent() ? begun.get().completed() : filledByAnother(database);
            if (!whole) {
                new TpccLoader(database, schema, terminalSettings.scale(), loading(database, begun, say)).load();
                TpccTableSetup.afterLoad(terminalSettings.config(), database);
                requireGood(database);
            }
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public Load load() throws IOException, InterruptedException {
        try {
            return new TpccLoad(connect(), settings());
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public int sessions() {
        return homes.terminals();
    }

    @Override
    public Optional<ThinkTimeModel> thinking() {
        return terminalSettings.waits().map(waits -> new TerminalUsers(homes.seed(seed), mix(), waits));
    }

    private SqlDatabase connect() throws CommandException, InterruptedException {
        return address.connect(terminalSettings.config().server(), changed);
    }

    private TpccSettings settings() {
        return new TpccSettings(
                played(),
                mix(),
                terminalSettings.waits(),
                seed,
                false,
                TpccSettings.TpccEvidence.of(terminalSettings.scale()));
    }

    /** Terminals that don't wait are connections, which play the part of all users in turn. */
    private TerminalHomes played() {
        return terminalSettings.waits().isEmpty() ? TerminalHomes.specified(terminalSettings.scale()) : homes;
    }

    private TransactionMix mix() {
        return terminalSettings.mix(terminalSettings.config().phases().getFirst());
    }

    /** A load that was broken off goes on with the seed it began with. */
    private LoaderSettings loading(SqlDatabase database, Optional<LoadedData> begun, Consumer<String> say) {
        return LoaderSettings.of(
                database,
                begun.isPresent() ? OptionalLong.empty() : OptionalLong.of(seed),
                terminalSettings
                        .config()
                        .data()
                        .loaderThreads()
                        .orElse(Runtime.getRuntime().availableProcessors()),
                new Said(say));
    }

    /** Other tools leave no record of the load; whether their rows fit is checked when the load is set up. */
    private static boolean filledByAnother(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for warehouses", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT w_id FROM warehouse LIMIT 1")) {
                return rows.next();
            }
        });
    }

    private void requireGood(SqlDatabase database) throws IOException, InterruptedException {
        for (CheckResult check :
                ConsistencyCheck.BY_DEFAULT.run(database, terminalSettings.scale(), CheckTime.AFTER_LOAD)) {
            if (check.verdict() == Verdict.FAILED) {
                throw new WrongDataException(check);
            }
        }
    }
}
