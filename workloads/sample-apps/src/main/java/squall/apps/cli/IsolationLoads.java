package squall.apps.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import squall.apps.CqlAppContext;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SqlApp;
import squall.apps.run.AppAssignment.Tables;
import squall.apps.run.IsolationLoad;
import squall.cli.StartMessages;
import squall.cql.CqlDatabase;
import squall.isolation.AccordTransactionStore;
import squall.isolation.CqlRegisterStore;
import squall.isolation.CqlTransactionStore.RunTable;
import squall.isolation.IsolationMeasurement;
import squall.isolation.SqlTransactionStore;
import squall.isolation.TransactionStore;
import squall.results.history.IsolationRecord;
import squall.sql.SqlDatabase;
import squall.sql.TableColumns;
import squall.system.CommandException;
import squall.system.CommandStep;

/** Setup of the load of an {@link IsolationApp}: connects to the database of the settings. */
final class IsolationLoads {
    /** Maximum number of retries: such a load provokes collisions, and gives up only if the database makes no progress. */
    private static final int RETRIES = 50;

    /** Value in place of an address: the standbys of the primary. */
    private static final String STANDBYS = "standbys";

    private static final String PRIMARY = "targetServerType=primary";
    private static final String SECONDARY = "targetServerType=secondary";

    private IsolationLoads() {}

    /** @throws CommandException if no database answers there, it has no transactions, or the table is there with other columns */
    static IsolationLoad load(IsolationApp app, SampleAppSettings settings, StartMessages say)
            throws CommandException, InterruptedException {
        return CommandStep.of(() -> {
            TransactionStore store = switch (app.language()) {
                case SQL -> overSql(app, settings, say);
                case CQL -> overCql(app, settings, say);
            };
            IsolationMeasurement measurement = new IsolationMeasurement(
                    store,
                    app.workload(
                            settings.context(),
                            Math.toIntExact(settings.assignment().keys())),
                    settings.assignment().seed(),
                    IsolationRecord.HistorySource.LOAD);
            return new IsolationLoad(
                    measurement, settings.assignment().tables(), IsolationApp.expectation(settings.context()));
        });
    }

    private static TransactionStore overSql(IsolationApp app, SampleAppSettings settings, StartMessages say)
            throws CommandException, IOException, InterruptedException {
        String isolation = settings.context().options().text(SqlApp.ISOLATION, "");
        SqlConnectionOptions options = SqlConnectionOptions.of(settings.given(), say);
        SqlDatabase database = options.connect(isolation, RETRIES);
        database.requireTransactions(app.profile().name());
        if (settings.assignment().tables() != Tables.DROP) {
            new TableColumns(settings.context().table(), TransactionStore.COLUMNS)
                    .require(database, settings.context().remedy());
        }
        SqlTransactionStore plain = new SqlTransactionStore(
                database, app.model(), settings.keySettings().table(), run(), isolation);
        SqlTransactionStore store =
                settings.context().options().flag(IsolationApp.LOCK_READS, false) ? plain.locking() : plain;
        Optional<String> others = settings.given().text(IsolationApp.READ_URL);
        return others.isEmpty()
                ? store
                : store.readingFrom(
                        options.at(readUrl(others.get(), options.url())).connect(isolation, RETRIES));
    }

    /** Returns the address of transactions that only read: the given one, or the standbys of the main address. */
    static String readUrl(String given, String main) {
        if (!given.equals(STANDBYS)) {
            return given;
        }
        if (!main.contains(PRIMARY)) {
            throw new IllegalArgumentException(IsolationApp.READ_URL + "=" + STANDBYS
                    + " needs an address with " + PRIMARY
                    + ", which names the standbys too; give their own address instead");
        }
        return main.replace(PRIMARY, SECONDARY);
    }

    private static TransactionStore overCql(IsolationApp app, SampleAppSettings settings, StartMessages say)
            throws CommandException, IOException, InterruptedException {
        CqlDatabase database = CqlConnectionOptions.connect(settings, say);
        CqlAppContext context = CqlConnectionOptions.context(settings, database.dialect());
        if (settings.assignment().tables() != Tables.DROP) {
            requireColumns(database, context);
        }
        RunTable at = new RunTable(context.keyspace(), context.name(), run());
        return app.accord(settings.context())
                ? new AccordTransactionStore(
                        database, at, app.model(), settings.context().options().flag(SampleApp.SAME_CELL, false))
                : new CqlRegisterStore(database, at);
    }

    private static void requireColumns(CqlDatabase database, CqlAppContext context)
            throws IOException, InterruptedException {
        String table = context.run().table();
        try {
            database.requireTransactional(
                    context.keyspace(), table, context.run().remedy());
            new TableColumns(table, TransactionStore.COLUMNS)
                    .require(
                            database.columns(context.keyspace(), table),
                            context.run().remedy());
        } catch (IllegalArgumentException e) {
            database.close();
            throw e;
        }
    }

    /** Draws a number that tells the rows of this run from those of others in the table; a seed could be used twice. */
    private static long run() {
        return new SecureRandom().nextLong(1, Long.MAX_VALUE);
    }
}
