package squall.apps.cli;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import squall.apps.CqlAppContext;
import squall.apps.IsolationApp;
import squall.apps.SqlApp;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.run.AppAssignment.Tables;
import squall.cql.CqlDatabase;
import squall.isolation.CqlRegisterStore;
import squall.isolation.IsolationLoad;
import squall.isolation.IsolationLoad.TableSetup;
import squall.isolation.IsolationMeasurement;
import squall.isolation.SqlTransactionStore;
import squall.isolation.TransactionStore;
import squall.results.history.IsolationRecord;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.ExitCode;

/** From what was ordered of an {@link IsolationApp} to a load on a database that answers. */
final class IsolationLoads {
    /** Collisions are what such a load is for: it gives up only where a database does not get on. */
    private static final int RETRIES = 50;

    private static final Set<String> UNDERSTOOD = Set.of(
            "workload",
            "nodes",
            "create_table_name",
            "drop_table_name",
            "truncate",
            "keep_table",
            "skip_workload",
            "num_threads",
            "num_unique_keys",
            "num_writes",
            "run_time",
            "output_json_metrics",
            "username",
            "password",
            "default_postgres_database",
            "cql_connect_timeout_ms",
            "cql_read_timeout_ms",
            "concurrent_clients",
            "with_local_dc",
            "disable_yb_load_balancing_policy",
            "ssl",
            "ssl_cert",
            "ssl_client_cert",
            "ssl_client_key",
            "keyspace",
            "replication",
            "url",
            "cp",
            "driver",
            "results",
            AppOptions.TAG,
            "seed",
            "rate",
            "statement_timeout_ms",
            "warmup",
            "abort-on",
            "error-budget",
            "no-verify",
            "metrics-port",
            "metrics-linger",
            "otlp-endpoint",
            "db-metrics",
            "progress");

    private IsolationLoads() {}

    /** Whether such an application understands this option of the command, which is none of its own. */
    static boolean understands(AppOption option) {
        return UNDERSTOOD.contains(option.name());
    }

    /** @throws CommandException if no database answers there, or it has no transactions */
    static IsolationLoad load(IsolationApp app, SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        try {
            TransactionStore store = switch (app.language()) {
                case SQL -> overSql(app, order, say);
                case CQL -> overCql(order, say);
            };
            IsolationMeasurement measurement = new IsolationMeasurement(
                    store,
                    app.workload(
                            order.setting(), Math.toIntExact(order.assignment().keys())),
                    order.assignment().seed(),
                    IsolationRecord.HistorySource.LOAD);
            return new IsolationLoad(
                    measurement, preparation(order.assignment().tables()), IsolationApp.expectation(order.setting()));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static TransactionStore overSql(IsolationApp app, SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        String isolation = order.setting().options().text(SqlApp.ISOLATION, "");
        SqlConnectionOptions options = SqlConnectionOptions.of(order.given(), say);
        SqlDatabase database = options.connect(isolation, RETRIES);
        database.requireTransactions(app.profile().name());
        SqlTransactionStore store =
                new SqlTransactionStore(database, app.model(), order.ground().table(), run(), isolation);
        Optional<String> others = order.given().text(IsolationApp.READ_URL);
        return others.isEmpty()
                ? store
                : store.readingFrom(options.at(others.get()).connect(isolation, RETRIES));
    }

    private static TransactionStore overCql(SampleAppSettings order, Consumer<String> say)
            throws CommandException, InterruptedException {
        CqlDatabase database = CqlConnectionOptions.of(
                        order.given(), order.workers().sessions(), say)
                .connect();
        CqlAppContext context =
                new CqlAppContext(order.setting(), database.dialect(), AppTableSetup.keyspace(order.given()), 0, false);
        return new CqlRegisterStore(database, context.keyspace(), context.name(), run());
    }

    /** Tells the rows of this run from those of others in the same table; not the seed, which can come again. */
    private static long run() {
        return new SecureRandom().nextLong(1, Long.MAX_VALUE);
    }

    private static TableSetup preparation(Tables tables) {
        return switch (tables) {
            case KEEP, AS_THEY_ARE -> TableSetup.CREATE;
            case DROP -> TableSetup.REPLACE;
            case TRUNCATE -> TableSetup.EMPTY;
        };
    }
}
