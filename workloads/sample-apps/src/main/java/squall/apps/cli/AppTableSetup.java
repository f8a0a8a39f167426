package squall.apps.cli;

import java.util.Optional;
import squall.apps.AppContext;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SqlApp;
import squall.apps.run.AppLoad;
import squall.apps.run.AppTables;
import squall.apps.run.CqlAppTables;
import squall.apps.run.SqlAppTables;
import squall.cli.StartMessages;
import squall.cli.command.ClientSettings;
import squall.cql.CqlDatabase;
import squall.cql.Keyspace;
import squall.cql.SharedSchema;
import squall.sql.SqlDatabase;
import squall.system.CommandException;

/** Setup of an application's load: connects to the database of the settings and gives access to the tables. */
final class AppTableSetup {
    private static final String KEYSPACE = "ybdemo_keyspace";

    private AppTableSetup() {}

    /** Checks the options of the database before connecting to one. */
    static void require(ParsedOptions given) throws CommandException {
        keyspace(given);
        ttlSeconds(given);
    }

    /** Checks the options of an application whose transactions Accord orders, if it is one. */
    static void requireAccord(SampleApp app, AppContext context, ParsedOptions given) throws CommandException {
        if (!app.accord(context)) {
            return;
        }
        String without = given.named("local_reads", "table_ttl_seconds");
        if (!without.isEmpty()) {
            throw CommandException.usage(without + ": Accord orders every read, and its rows do not expire");
        }
        if (!given.has("url") && !given.has("nodes")) {
            throw CommandException.usage(app.profile().name() + " needs a Cassandra with Accord: start one with"
                    + " 'bin/testbed up cassandra --name accord --version 6.0-alpha2', and give the address that it"
                    + " prints as --url");
        }
    }

    /** @throws CommandException as {@link #tables} */
    static AppLoad load(SampleAppSettings settings, StartMessages say) throws CommandException, InterruptedException {
        return new AppLoad(settings.context(), settings.assignment(), tables(settings, say));
    }

    /** @throws CommandException if no database answers there */
    private static AppTables tables(SampleAppSettings settings, StartMessages say)
            throws CommandException, InterruptedException {
        return switch (settings.app()) {
            case SqlApp sql -> new SqlAppTables(sql, settings.context(), connected(sql, settings, say));
            case CqlApp cql -> tables(cql, settings, say);
            case IsolationApp isolation ->
                throw new IllegalArgumentException(isolation.profile().name() + " has no table of key and value");
        };
    }

    /** @throws CommandException also if the workload needs transactions and the database has none */
    private static SqlDatabase connected(SqlApp app, SampleAppSettings settings, StartMessages say)
            throws CommandException, InterruptedException {
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

    private static AppTables tables(CqlApp app, SampleAppSettings settings, StartMessages say)
            throws CommandException, InterruptedException {
        ParsedOptions given = settings.given();
        ClientSettings clients = settings.clients();
        Keyspace keyspace = keyspace(given);
        int ttlSeconds = ttlSeconds(given);
        CqlDatabase database = CqlConnectionOptions.of(given, settings.workers().sessions(), say)
                .suiting(app, settings.context())
                .connect();
        return new CqlAppTables(
                app,
                new CqlAppContext(
                        settings.context(), database.dialect(), keyspace, ttlSeconds, given.has("local_reads")),
                database,
                SharedSchema.of(clients.split(), clients.runName(), clients.longestWait()));
    }

    static Keyspace keyspace(ParsedOptions given) throws CommandException {
        try {
            return new Keyspace(
                    given.text("keyspace").orElse(KEYSPACE),
                    given.text("replication").orElse(""));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--replication: " + e.getMessage(), e);
        }
    }

    /** Returns how many seconds rows live; 0: for ever. Refuses a time that may end before the check, as expired rows would seem lost. */
    private static int ttlSeconds(ParsedOptions given) throws CommandException {
        long ttl = given.number("table_ttl_seconds", -1, -1);
        long run = given.number("run_time", -1, -1);
        if (ttl > 0 && (run < 0 || ttl < 2 * (run + given.number("warmup", 0, 0)))) {
            throw CommandException.usage("--table_ttl_seconds " + ttl
                    + " must be at least twice --run_time and --warmup together, which must be given: rows that vanish"
                    + " before they are checked cannot be told from lost ones");
        }
        return Math.toIntExact(Math.max(0, ttl));
    }
}
