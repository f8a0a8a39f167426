package squall.benchbase.cli;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import squall.cli.CommandException;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.Thinking;
import squall.spi.WrongDataException;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.tpcc.check.Conditions;
import squall.tpcc.check.Moment;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadProgress;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.loading.Loader;
import squall.tpcc.loading.LoaderSettings;
import squall.tpcc.run.Evidence;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.schema.Schema;
import squall.tpcc.terminal.Homes;
import squall.tpcc.terminal.Mix;
import squall.tpcc.terminal.Users;

/**
 * TPC-C on one database.
 *
 * @param changed what holds instead of the file's settings
 * @param homes of its terminals, each of which has a session
 */
record TpccOffer(Address address, UnaryOperator<SqlSettings> changed, Crew crew, Homes homes, long seed)
        implements LoadProvider.Offer {
    /** What the loader says, and not how far it has got. */
    private record Said(Consumer<String> say) implements LoadListener {
        @Override
        public void said(String line) {
            say.accept(line);
        }

        @Override
        public void advanced(LoadProgress progress) {
            // How fast it loads is of no interest before a run that is about something else.
        }
    }

    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        try {
            SqlDatabase database = connect();
            Schema schema = Schema.of(database.dialect(), Tables.settings(crew.config(), crew.scale()));
            if (!Schema.exists(database)) {
                schema.create(database);
            }
            Optional<LoadedData> begun = LoadedData.read(database);
            boolean whole = begun.isPresent() ? begun.get().completed() : filledByAnother(database);
            if (!whole) {
                new Loader(database, schema, crew.scale(), loading(database, begun, say)).load();
                Tables.afterLoad(crew.config(), database);
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
    public Optional<Thinking> thinking() {
        return crew.waits().map(waits -> new Users(homes.seed(seed), mix(), waits));
    }

    private SqlDatabase connect() throws CommandException, InterruptedException {
        return address.connect(crew.config().server(), changed);
    }

    private TpccSettings settings() {
        return new TpccSettings(played(), mix(), crew.waits(), seed, false, Evidence.of(crew.scale()));
    }

    /** Terminals that don't wait are connections, which play the part of all users in turn. */
    private Homes played() {
        return crew.waits().isEmpty() ? Homes.specified(crew.scale()) : homes;
    }

    private Mix mix() {
        return crew.mix(crew.config().phases().getFirst());
    }

    /** A load that was broken off goes on with the seed it began with. */
    private LoaderSettings loading(SqlDatabase database, Optional<LoadedData> begun, Consumer<String> say) {
        return LoaderSettings.of(
                database,
                begun.isPresent() ? OptionalLong.empty() : OptionalLong.of(seed),
                crew.config().data().loaderThreads().orElse(Runtime.getRuntime().availableProcessors()),
                new Said(say));
    }

    /** Other tools leave no notes; whether their rows are those that are wanted is seen when the load is set up. */
    private static boolean filledByAnother(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for warehouses", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT w_id FROM warehouse LIMIT 1")) {
                return rows.next();
            }
        });
    }

    private void requireGood(SqlDatabase database) throws IOException, InterruptedException {
        for (CheckResult check : Conditions.BY_DEFAULT.run(database, crew.scale(), Moment.AFTER_LOAD)) {
            if (check.verdict() == Verdict.FAILED) {
                throw new WrongDataException(check);
            }
        }
    }
}
