package squall.apps.cli;

import java.util.List;
import java.util.stream.Stream;
import squall.apps.App;
import squall.apps.cli.Flag.Standing;

/** The one table of all options: parser, help and the list of what is refused are made from it. */
final class Flags {
    private static final String OF_CQL = "belongs to the workloads over CQL, which this command does not have";
    private static final String OF_REDIS = "belongs to the workloads over Redis, which this command does not have";
    private static final String OF_ANOTHER = "belongs to a workload that this command does not have";
    private static final String IN_URL = "give sslmode, sslrootcert, sslcert and sslkey as parameters of --url instead";

    private static final List<Flag> COMMON = List.of(
            used("workload", "NAME", "The workload to run"),
            used(
                    "nodes",
                    "HOST:PORT,...",
                    "Where the database is; without it and --url an embedded PostgreSQL is used"),
            used("uuid", "TEXT", "Prefix of all keys; drawn and printed without it and --nouuid"),
            used("nouuid", "", "Takes the word 'key' as the prefix of all keys"),
            used("create_table_name", "TABLE", "Name of the workload's table"),
            used("drop_table_name", "TABLE", "Drops this table, which is the workload's, before it is made"),
            used("truncate", "", "Empties the workload's tables before the run"),
            used("keep_table", "", "Keeps the table if it is there, which is also the default"),
            used("skip_workload", "", "With --drop_table_name: drops, and does nothing else"),
            used("skip_ddl", "", "Takes the tables as they are"),
            used("num_threads", "N", "Sessions, shared between readers and writers as the workload's defaults are"),
            used("num_threads_read", "N", "Sessions that read"),
            used("num_threads_write", "N", "Sessions that write"),
            used("read_only", "", "Only reads rows that are there; needs --uuid or --nouuid"),
            used("num_unique_keys", "N", "How many keys are inserted before writes become updates"),
            used("num_writes", "N", "Inserts and updates; -1: no limit"),
            used("num_reads", "N", "Reads; -1: no limit"),
            used("max_written_key", "N", "Keys 0 to N are there already, from an earlier run with the same prefix"),
            used("value_size", "BYTES", "Fills values up to this length"),
            used("run_time", "SECONDS", "How long to measure; -1: until all reads and writes are done"),
            used("batch_size", "N", "Keys that one transaction writes"),
            used(
                    "read_rate",
                    "PER-SECOND",
                    "Reads a second of each reader; needs --write_rate where there are writers"),
            used(
                    "write_rate",
                    "PER-SECOND",
                    "Writes a second of each writer; needs --read_rate where there are readers"),
            used("output_json_metrics", "", "Adds a <json> line to each status line"),
            used("username", "USER", "Of the database (default with --nodes: postgres)"),
            used("password", "PASSWORD", "Itself, env:NAME or file:/path; else PGPASSWORD of the environment"),
            used("default_postgres_database", "NAME", "Database for --nodes (default: postgres)"));

    private static final List<Flag> OURS = List.of(
            ours("url", "URL", "JDBC address in place of --nodes"),
            ours("results", "DIR", "Where run directories go; else SQUALL_RESULTS, else ./results"),
            ours("seed", "N", "Of everything random; drawn, printed and kept without"),
            ours("rate", "PER-SECOND", "Operations a second in all, on a schedule, shared as readers and writers are"),
            ours("end_with_writes", "", "Ends the run when all writes are done, however many reads are left"),
            ours("warmup", "SECONDS", "A window of its own before the measured one (default: 0)"),
            ours("abort-on", "RULES", "Ends early: no-success:30s,error-share:0.5,errors:1000"),
            ours("error-budget", "SHARE", "How many operations may fail after retries: 0, 0.001 or 0.1% (default: 0)"),
            ours("no-verify", "", "Leaves out the check of the data after the run"),
            ours("progress", "FORM", "On stderr: auto, tty, plain, json or none"));

    private static final List<Flag> OWN = List.of(
            used("num_partitions", "N", "Partitions, one a region (default: 2)"),
            used("tablespaces", "A,B,...", "Where each partition lies; as many as there are partitions"));

    private static final List<Flag> IDLE = List.of(
            idle("use_ascii_values", "", "Values are always ASCII"),
            idle("sanity_check_at_end", "", "The data is always checked, but for --no-verify"),
            idle("print_all_exceptions", "", "Errors are always counted by class, with their first texts"),
            idle("load_balance", "true|false", "Sessions are always spread over the nodes"),
            idle("verbose", "", "Has no effect upstream either"));

    private static final List<Flag> REFUSED = Stream.of(
                    refused(
                            OF_CQL,
                            "table_ttl_seconds",
                            "local_reads",
                            "cql_connect_timeout_ms",
                            "cql_read_timeout_ms"),
                    refused(OF_CQL, "concurrent_clients", "with_local_dc", "non_transactional_index", "num_users"),
                    refused(OF_CQL, "min_nodes_per_user", "max_nodes_per_user", "min_metrics_count", "num_stores"),
                    refused(OF_CQL, "max_metrics_count", "data_emit_rate_millis", "num_ticker_symbols", "num_devices"),
                    refused(OF_CQL, "read_batch_size", "read_back_delta_from_now", "num_event_types"),
                    refused(OF_CQL, "num_new_coupons_per_customer", "max_coupons_per_customer"),
                    switches(OF_CQL, "disable_yb_load_balancing_policy", "batch_write"),
                    refused(OF_REDIS, "sleep_time", "socket_timeout", "pipeline_length", "num_subkeys_per_key"),
                    refused(OF_REDIS, "num_subkeys_per_write", "num_subkeys_per_read", "key_freq_zipf_exponent"),
                    refused(OF_REDIS, "subkey_freq_zipf_exponent", "subkey_value_size_zipf_exponent"),
                    refused(OF_REDIS, "subkey_value_max_size"),
                    switches(OF_REDIS, "use_redis_cluster"),
                    refused(OF_ANOTHER, "num_value_columns", "num_indexes", "num_foreign_keys"),
                    refused(OF_ANOTHER, "num_foreign_key_table_rows", "num_consecutive_rows_with_same_fk"),
                    switches(OF_ANOTHER, "sum_in_app"),
                    refused(
                            "makes no tablespaces here: make them first and name them with --tablespaces",
                            "placement_policies",
                            "replication_factor"),
                    refused(IN_URL, "ssl_cert", "ssl_key"),
                    refused("needs YugabyteDB's driver: name it in --url with its topology-keys", "topology_keys"),
                    switches("needs YugabyteDB's driver: name it in --url", "debug_driver"),
                    refused("is not needed: give --username the user who may create tables", "yugabyte_password"),
                    switches("is not offered: one session does one operation at a time", "lock_step"),
                    switches("needs YugabyteDB's metrics; retries are counted in every result", "report_read_restarts"))
            .flatMap(List::stream)
            .toList();

    private static final List<Flag> ALL =
            Stream.of(COMMON, OURS, OWN, IDLE, REFUSED).flatMap(List::stream).toList();

    private Flags() {}

    static List<Flag> all() {
        return ALL;
    }

    /** Those that every workload understands, and those of this workload's own. */
    static List<Flag> of(App app) {
        return ALL.stream()
                .filter(flag -> flag.standing() != Standing.REFUSED)
                .filter(flag -> !OWN.contains(flag) || app.options().contains(flag.name()))
                .toList();
    }

    private static Flag used(String name, String value, String text) {
        return new Flag(name, value, text, Standing.USED);
    }

    private static Flag ours(String name, String value, String text) {
        return new Flag(name, value, text, Standing.OURS);
    }

    private static Flag idle(String name, String value, String text) {
        return new Flag(name, value, text, Standing.WITHOUT_EFFECT);
    }

    private static List<Flag> refused(String why, String... names) {
        return Stream.of(names)
                .map(name -> new Flag(name, "VALUE", why, Standing.REFUSED))
                .toList();
    }

    private static List<Flag> switches(String why, String... names) {
        return Stream.of(names)
                .map(name -> new Flag(name, "", why, Standing.REFUSED))
                .toList();
    }
}
