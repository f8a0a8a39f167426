package squall.apps.cli;

import java.util.Optional;
import java.util.function.Consumer;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.apps.run.AppTables;
import squall.apps.run.CqlAppTables;
import squall.apps.run.SqlAppTables;
import squall.cli.command.ClientSettings;
import squall.cql.CqlDatabase;
import squall.cql.Keyspace;
import squall.cql.SharedSchema;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.ExitCode;

/** From what was ordered to tables of a database that answers. */
final class AppTableSetup {
    private static final String KEYSPACE = "ybdemo_keyspace";

    private AppTableSetup() {}

    /** Complains of what is given of a database, before one is looked for. */
    static void require(ParsedOptions given) throws CommandException {
        keyspace(given);
        ttlSeconds(given);
    }

    /** @throws CommandException if no database answers there */
    static AppTables tables(SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        return switch (order.app()) {
            case SqlApp sql -> new SqlAppTables(sql, order.setting(), connected(sql, order, say));
            case CqlApp cql -> tables(cql, order, say);
            case IsolationApp isolation ->
                throw new IllegalArgumentException(isolation.profile().name() + " has no table of key and value");
        };
    }

    /** @throws CommandException also if the workload needs transactions and the database has none */
    private static SqlDatabase connected(SqlApp app, SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        String name = app.profile().name();
        String isolation =
                order.setting().options().text(SqlApp.ISOLATION, app.profile().isolation());
        SqlDatabase database = SqlConnectionOptions.of(order.given(), say).connect(isolation, app.retries());
        Optional<String> refusal = app.refusal(database.dialect());
        if (refusal.isPresent()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    name + " cannot run on " + database.dialect().product() + ": " + refusal.get());
        }
        try {
            if (app.profile().transactional()) {
                database.requireTransactions(name);
            }
            if (order.assignment().batch() > 1) {
                database.requireTransactions(
                        name + " with " + order.assignment().batch() + " keys in a write");
            }
            return database;
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static AppTables tables(CqlApp app, SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        ParsedOptions given = order.given();
        ClientSettings clients = order.clients();
        Keyspace keyspace = keyspace(given);
        int ttlSeconds = ttlSeconds(given);
        CqlDatabase database =
                CqlConnectionOptions.of(given, order.workers().sessions(), say).connect();
        return new CqlAppTables(
                app,
                new CqlAppContext(order.setting(), database.dialect(), keyspace, ttlSeconds, given.has("local_reads")),
                database,
                SharedSchema.of(clients.split(), clients.runName(), clients.longestWait()));
    }

    static Keyspace keyspace(ParsedOptions given) throws CommandException {
        try {
            return new Keyspace(
                    given.text("keyspace").orElse(KEYSPACE),
                    given.text("replication").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--replication: " + e.getMessage(), e);
        }
    }

    /** What vanishes by itself cannot be told from what was lost, so nothing may before the data was checked. */
    private static int ttlSeconds(ParsedOptions given) throws CommandException {
        long ttl = given.number("table_ttl_seconds", -1, -1);
        long run = given.number("run_time", -1, -1) + given.number("warmup", 0, 0);
        if (ttl > 0 && (!given.has("run_time") || ttl < 2 * run)) {
            throw CommandException.usage("--table_ttl_seconds " + ttl
                    + " must be at least twice --run_time and --warmup together, which must be given: rows that vanish"
                    + " before they are checked cannot be told from lost ones");
        }
        return Math.toIntExact(Math.max(0, ttl));
    }
}
