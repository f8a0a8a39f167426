package squall.apps.cli;

import java.util.List;
import java.util.stream.Stream;
import squall.apps.CqlApp;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SqlApp;
import squall.apps.cli.AppOptions.AppOption.Standing;
import squall.cli.command.RunOptions;

/** Table of all options, from which the parser, the help and the list of refused options are made. */
final class AppOptions {
    private static final List<AppOption> COMMON = List.of(
            used("workload", "NAME", "The workload to run"),
            used(
                    "nodes",
                    "HOST:PORT,...",
                    "Where the database is; without it and --url an embedded PostgreSQL or Cassandra is used"),
            keyed("uuid", "TEXT", "Prefix of all keys; drawn and printed without it and --nouuid"),
            keyed("nouuid", "", "Takes the word 'key' as the prefix of all keys"),
            used("create_table_name", "TABLE", "Name of the workload's table"),
            used("drop_table_name", "TABLE", "Drops this table, which is the workload's, before it is made"),
            used("truncate", "", "Empties the workload's tables before the run"),
            used("keep_table", "", "Keeps the table if it is there, which is also the default"),
            used("skip_workload", "", "With --drop_table_name: drops, and does nothing else"),
            keyed("skip_ddl", "", "Takes the tables as they are"),
            used("num_threads", "N", "Sessions, shared between readers and writers as the workload's defaults are"),
            keyed("num_threads_read", "N", "Sessions that read; 'auto' raises them until it does not pay"),
            keyed("num_threads_write", "N", "Sessions that write; 'auto' likewise"),
            keyed("read_only", "", "Only reads rows that are there; needs --uuid or --nouuid"),
            used("num_unique_keys", "N", "How many keys are inserted before writes become updates"),
            used("num_writes", "N", "Inserts and updates; -1: no limit"),
            keyed("num_reads", "N", "Reads; -1: no limit"),
            keyed("max_written_key", "N", "Keys 0 to N are there already, from an earlier run with the same prefix"),
            keyed("value_size", "BYTES", "Fills values up to this length"),
            used("run_time", "SECONDS", "How long to measure; -1: until all reads and writes are done"),
            keyed("batch_size", "N", "Keys that one transaction writes"),
            keyed(
                    "read_rate",
                    "PER-SECOND",
                    "Reads a second of each reader; needs --write_rate where there are writers"),
            keyed(
                    "write_rate",
                    "PER-SECOND",
                    "Writes a second of each writer; needs --read_rate where there are readers"),
            used("output_json_metrics", "", "Adds a <json> line to each status line"),
            used("username", "USER", "User of the database (default over SQL with --nodes: postgres)"),
            used(
                    "password",
                    "PASSWORD",
                    "Itself, env:NAME, file:/path or prompt:; else, over SQL, PGPASSWORD of the environment"));

    private static final List<AppOption> OF_SQL =
            List.of(used("default_postgres_database", "NAME", "Database for --nodes (default: postgres)"));

    private static final List<AppOption> OF_CQL = List.of(
            keyed(
                    "table_ttl_seconds",
                    "SECONDS",
                    "Rows vanish after this time: at least twice --run_time and --warmup together"),
            keyed("local_reads", "", "Reads at consistency ONE; else all is done at QUORUM"),
            used("cql_connect_timeout_ms", "MS", "To each node (default: 5000)"),
            used("cql_read_timeout_ms", "MS", "Until a request is given up (default: 12000)"),
            used("concurrent_clients", "N", "Connections to each node (default: one for each 1024 sessions)"),
            used("with_local_dc", "NAME", "The data centre whose nodes are spoken to"),
            used("disable_yb_load_balancing_policy", "", "Takes the driver's own routing on YugabyteDB too"),
            used("ssl_cert", "FILE", "Encrypts; a PEM file of trusted certificate authorities"),
            ours("ssl", "", "Encrypts; without --ssl_cert the authorities of the JVM are trusted"),
            ours("ssl_client_cert", "FILE", "PEM file of the client's certificate, if nodes want one"),
            ours("ssl_client_key", "FILE", "PEM file of the client's key: PKCS #8, not encrypted"),
            ours("keyspace", "NAME", "Keyspace of all tables, made where it is missing (default: ybdemo_keyspace)"),
            ours(
                    "replication",
                    "COPIES",
                    "Replication of a keyspace that is made: 3, or dc1:3,dc2:2 (default: 3, or one a node)"));

    private static final List<AppOption> OURS = List.of(
            ours("url", "URL", "JDBC address, or cql://HOST:PORT,...?dc=NAME, in place of --nodes"),
            ours("cp", "PATH", "Jars and folders before Squall's own: applications of yours, a JDBC driver, a dialect"),
            ours("driver", "CLASS", "JDBC driver, where its jar does not announce it"),
            ours("rate", "PER-SECOND", "Operations a second in all, on a schedule, shared as readers and writers are"),
            ours("statement_timeout_ms", "MS", "Limit of a statement over SQL, on the server (default: 10000)"),
            ours("end_with_writes", "", "Ends the run when all writes are done, however many reads are left")
                    .forKeys(),
            ours("auto-step", "SECONDS", "With 'auto': how long each number of sessions is measured (default: 5)")
                    .forKeys(),
            ours("auto-p99", "MS", "With 'auto': p99 that must not be passed (default: none)")
                    .forKeys(),
            ours("warmup", "SECONDS", "A window of its own before the measured one (default: 0)"));

    private static final List<AppOption> OF_EVERY_RUN = RunOptions.ALL.stream()
            .map(option -> {
                AppOption own = ours(option.name(), option.value(), option.text());
                return RunOptions.OF_CLIENTS.contains(option) ? own.forKeys() : own;
            })
            .toList();

    private static final List<AppOption> OWN = List.of(
            ours(
                    "isolation",
                    "LEVEL",
                    "Isolation of its transactions: read-committed, repeatable-read or serializable (default: the workload's own)"),
            ours("transaction_length", "N", "Most operations of a transaction, 1 to 8 (default: 4)"),
            ours(
                    "writes_per_key",
                    "N",
                    "Writes of a key before a new one takes its place: the same 1 to 500 for each, or zipfian, drawn for each"
                            + " from 1 to 100 (default: zipfian)"),
            ours("hot_key_share", "SHARE", "Share of the operations that go to one key, in [0, 1) (default: 0)"),
            ours(
                    "read_url",
                    "URL",
                    "JDBC address of the servers that transactions go to that only read; standbys: those of the same address"),
            ours(
                    "lock_reads",
                    "",
                    "Transactions that write lock the rows that they read (FOR UPDATE); they may deadlock"),
            ours(
                    "expect",
                    "LEVEL",
                    "Judges the run by this level of isolation, not by the one that the database claims"),
            ours(
                    "allow",
                    "ANOMALIES",
                    "Anomalies that the database is configured not to prevent, such as lost-write,stale-read"),
            ours(
                    "blind_writes",
                    "",
                    "Writes registers without reading them before; without it the order of all versions is known"),
            ours(
                    "accord",
                    "",
                    "Accord orders its transactions, which are strict serializable; Cassandra has it from 6.0 on"),
            ours(
                    "same-cell",
                    "",
                    "A transaction that writes a cell several times does so by several statements, of which Cassandra"
                            + " 6.0-alpha2 applies only the last"),
            used("num_partitions", "N", "Partitions, one a region (default: 2)"),
            used("tablespaces", "A,B,...", "Where each partition lies; as many as there are partitions"),
            used("non_transactional_index", "", "On YugabyteDB the index is written outside transactions"),
            used("num_indexes", "N", "Indexed value columns (default: 0)"),
            used("num_users", "N", "Users (default: 100)"),
            used("min_nodes_per_user", "N", "Least nodes of a user (default: 5)"),
            used("max_nodes_per_user", "N", "Most nodes of a user (default: 10)"),
            used("min_metrics_count", "N", "Least metrics"),
            used("max_metrics_count", "N", "Most metrics"),
            used("data_emit_rate_millis", "MS", "Between two points of one source (default: 1000)"),
            used("num_ticker_symbols", "N", "Tickers (default: 10000)"),
            used("read_batch_size", "N", "Rows a read asks for"),
            used("read_back_delta_from_now", "SECONDS", "How far back a read looks (default: 180)"),
            used("num_devices", "N", "Devices (default: 100)"),
            used("num_event_types", "N", "Types of events (default: 100)"),
            used("num_stores", "N", "Stores (default: 1)"),
            used("num_new_coupons_per_customer", "N", "Coupons that one write gives (default: 150)"),
            used("max_coupons_per_customer", "N", "Coupons a customer can have (default: 3000)"),
            used("num_value_columns", "N", "Value columns (default: 1)"),
            used("num_foreign_keys", "N", "Value columns that refer to another table (default: 0)"),
            used("num_foreign_key_table_rows", "N", "Rows of each table referred to (default: 1000)"),
            used("num_consecutive_rows_with_same_fk", "N", "Keys in a row that refer to the same (default: 500)"));

    private static final List<AppOption> IDLE = List.of(
            idle("use_ascii_values", "", "Values are always ASCII"),
            idle("sanity_check_at_end", "", "The data is always checked, but for --no-verify"),
            idle("print_all_exceptions", "", "Errors are always counted by class, with their first texts"),
            idle("load_balance", "true|false", "Sessions are always spread over the nodes"),
            idle("verbose", "", "Has no effect upstream either"));

    private static final List<AppOption> ALL = Stream.of(
                    COMMON, OF_SQL, OF_CQL, OURS, OF_EVERY_RUN, OWN, IDLE, UnsupportedOptions.FLAGS)
            .flatMap(List::stream)
            .toList();

    private AppOptions() {}

    static List<AppOption> all() {
        return ALL;
    }

    /** Returns the options that every workload over its language understands, and those of the workload itself. */
    static List<AppOption> of(SampleApp app) {
        List<AppOption> others = switch (app) {
            case SqlApp sql -> OF_CQL;
            case CqlApp cql -> OF_SQL;
            case IsolationApp isolation -> isolation.language() == IsolationApp.QueryLanguage.SQL ? OF_CQL : OF_SQL;
        };
        return ALL.stream()
                .filter(flag -> flag.standing() != Standing.REFUSED)
                .filter(flag -> !others.contains(flag))
                .filter(flag -> !(app instanceof IsolationApp) || !flag.keyed())
                .filter(flag -> !OWN.contains(flag) || app.options().contains(flag.name()))
                .toList();
    }

    private static AppOption used(String name, String value, String text) {
        return new AppOption(name, value, text, Standing.USED, false);
    }

    private static AppOption keyed(String name, String value, String text) {
        return used(name, value, text).forKeys();
    }

    private static AppOption ours(String name, String value, String text) {
        return new AppOption(name, value, text, Standing.OURS, false);
    }

    private static AppOption idle(String name, String value, String text) {
        return new AppOption(name, value, text, Standing.WITHOUT_EFFECT, true);
    }

    /**
     * Option of the command.
     *
     * @param name without dashes; one or two are understood
     * @param value what stands for its value in the help; empty: it is a switch
     * @param text what it does, one sentence without a full stop
     * @param standing what Squall does with it
     * @param keyed whether only applications whose sessions write and read keys understand it
     */
    record AppOption(String name, String value, String text, Standing standing, boolean keyed) {
        /** Treatment of an option that is given. */
        enum Standing {
            /** Option of upstream that does what its text says. */
            USED,
            /** Option of Squall alone. */
            OURS,
            /** Accepted so that upstream's commands can be used unchanged; Squall does as its text says with it or without it. */
            WITHOUT_EFFECT,
            /** Ends the command if given; its text says what to do instead. */
            REFUSED
        }

        AppOption forKeys() {
            return new AppOption(name, value, text, standing, true);
        }

        boolean isSwitch() {
            return value.isEmpty();
        }

        String[] names() {
            return new String[] {"--" + name, "-" + name};
        }
    }
}
