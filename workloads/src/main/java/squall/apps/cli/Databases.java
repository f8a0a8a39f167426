package squall.apps.cli;

import java.util.function.Consumer;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.SqlApp;
import squall.apps.run.CqlTables;
import squall.apps.run.SqlTables;
import squall.apps.run.Tables;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cql.CqlDatabase;
import squall.cql.Keyspace;

/** From what was ordered to tables of a database that answers. */
final class Databases {
    private static final String KEYSPACE = "ybdemo_keyspace";

    private Databases() {}

    /** Complains of what is given of a database, before one is looked for. */
    static void require(Given given) throws CommandException {
        keyspace(given);
        ttlSeconds(given);
    }

    /** @throws CommandException if no database answers there */
    static Tables tables(Order order, Consumer<String> say) throws CommandException, InterruptedException {
        return switch (order.app()) {
            case SqlApp sql ->
                new SqlTables(
                        sql,
                        order.setting(),
                        SqlAddress.of(order.given(), say)
                                .connect(
                                        order.setting()
                                                .options()
                                                .text(
                                                        SqlApp.ISOLATION,
                                                        sql.profile().isolation()),
                                        sql.retries()));
            case CqlApp cql -> tables(cql, order, say);
        };
    }

    private static Tables tables(CqlApp app, Order order, Consumer<String> say)
            throws CommandException, InterruptedException {
        Given given = order.given();
        Keyspace keyspace = keyspace(given);
        int ttlSeconds = ttlSeconds(given);
        CqlDatabase database = CqlAccess.of(given, order.crew().sessions(), say).connect();
        return new CqlTables(
                app,
                new CqlSetting(order.setting(), database.dialect(), keyspace, ttlSeconds, given.has("local_reads")),
                database);
    }

    private static Keyspace keyspace(Given given) throws CommandException {
        try {
            return new Keyspace(
                    given.text("keyspace").orElse(KEYSPACE),
                    given.text("replication").orElse(""));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--replication: " + e.getMessage(), e);
        }
    }

    /** What vanishes by itself cannot be told from what was lost, so nothing may before the data was checked. */
    private static int ttlSeconds(Given given) throws CommandException {
        long ttl = given.number("table_ttl_seconds", -1, -1);
        long run = given.number("run_time", -1, -1) + given.number("warmup", 0, 0);
        if (ttl > 0 && (!given.has("run_time") || ttl < 2 * run)) {
            throw Given.usage("--table_ttl_seconds " + ttl
                    + " must be at least twice --run_time and --warmup together, which must be given: rows that vanish"
                    + " before they are checked cannot be told from lost ones");
        }
        return Math.toIntExact(Math.max(0, ttl));
    }
}
