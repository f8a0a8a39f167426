package squall.apps.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import squall.apps.CqlApp;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.apps.run.AppLoad;
import squall.apps.run.AppTables;
import squall.apps.run.CqlAppTables;
import squall.apps.run.SampleAppLoad;
import squall.apps.run.SqlAppTables;
import squall.cli.StartMessages;
import squall.cli.command.ClientSettings;
import squall.cql.CqlDatabase;
import squall.cql.SharedSchema;
import squall.spi.PreparedWorkload;
import squall.sql.SqlDatabase;
import squall.system.CommandException;

/**
 * Sample application on the database of its settings, for {@code bin/sample-apps} and for scenarios.
 *
 * @param say hears of the embedded database, which is started if the settings name no other
 */
record PreparedApp(SampleAppSettings settings, StartMessages say) implements PreparedWorkload {
    @Override
    public void fill(Consumer<String> progress) {
        // These applications make their tables when they are set up, and fill them while they run.
    }

    @Override
    public SampleAppLoad load() throws IOException, InterruptedException {
        try {
            return connected();
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public int sessions() {
        return settings.workers().sessions();
    }

    /** Connects to the database. @throws CommandException if none answers there, or the application cannot run on it */
    SampleAppLoad connected() throws CommandException, InterruptedException {
        return switch (settings.app()) {
            case SqlApp sql ->
                load(new SqlAppTables(
                        sql,
                        settings.context(),
                        connected(sql),
                        settings.workers().writers() > 0));
            case CqlApp cql -> load(tables(cql));
            case IsolationApp isolation -> IsolationLoads.load(isolation, settings, say);
        };
    }

    private AppLoad load(AppTables tables) {
        return new AppLoad(settings.context(), settings.assignment(), tables);
    }

    private SqlDatabase connected(SqlApp app) throws CommandException, InterruptedException {
        String name = app.profile().name();
        String isolation = settings.context()
                .options()
                .text(SqlApp.ISOLATION, app.profile().isolation());
        SqlDatabase database = SqlConnectionOptions.of(settings.given(), say).connect(isolation, app.retries());
        Optional<String> refusal = app.refusal(database.dialect());
        if (refusal.isPresent()) {
            throw CommandException.usage(
                    name + " cannot run on " + database.dialect().product() + ": " + refusal.get());
        }
        try {
            if (app.profile().transactional()) {
                database.requireTransactions(name);
            }
            if (settings.assignment().batch() > 1) {
                database.requireTransactions(
                        name + " with " + settings.assignment().batch() + " keys in a write");
            }
            return database;
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    private AppTables tables(CqlApp app) throws CommandException, InterruptedException {
        ClientSettings clients = settings.clients();
        CqlDatabase database = CqlConnectionOptions.connect(settings, say);
        return new CqlAppTables(
                app,
                CqlConnectionOptions.context(settings, database.dialect()),
                database,
                SharedSchema.of(clients.split(), clients.runName(), clients.longestWait()));
    }
}
