package squall.apps.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.cli.AppOptions.AppOption.Standing;

/** Options and workloads of upstream or another command that this one lacks, each with the reason or an alternative. */
final class UnsupportedOptions {
    private static final String OF_REDIS = "belongs to the workloads over Redis, which this command does not have";
    private static final String REDIS = "speaks Redis, which is neither SQL nor CQL";
    private static final String SPARK =
            "is a program for Spark that needs a cluster of it, and no load of the database alone";

    /** Unsupported options. */
    static final List<AppOption> FLAGS = Stream.of(
                    refused(OF_REDIS, "sleep_time", "socket_timeout", "pipeline_length", "num_subkeys_per_key"),
                    refused(OF_REDIS, "num_subkeys_per_write", "num_subkeys_per_read", "key_freq_zipf_exponent"),
                    refused(OF_REDIS, "subkey_freq_zipf_exponent", "subkey_value_size_zipf_exponent"),
                    refused(OF_REDIS, "subkey_value_max_size"),
                    switches(OF_REDIS, "use_redis_cluster"),
                    refused(
                            "makes no tablespaces here: make them first and name them with --tablespaces",
                            "placement_policies",
                            "replication_factor"),
                    refused(
                            "is not used: over SQL give sslmode, sslrootcert, sslcert and sslkey as parameters of --url, over"
                                    + " CQL --ssl_client_cert and --ssl_client_key",
                            "ssl_key"),
                    refused("needs YugabyteDB's driver: name it in --url with its topology-keys", "topology_keys"),
                    switches("needs YugabyteDB's driver: name it in --url", "debug_driver"),
                    refused("is not needed: give --username the user who may create tables", "yugabyte_password"),
                    switches("is not offered: one session does one operation at a time", "lock_step"),
                    switches("is not needed: with --batch_size above 1 a write is a batch", "batch_write"),
                    switches("belongs to SqlStaleReadDetector, which this command does not have", "sum_in_app"),
                    refused("is an option of bin/experiment run paper-workloads", "scale"),
                    switches("needs YugabyteDB's metrics; retries are counted in every result", "report_read_restarts"))
            .flatMap(List::stream)
            .toList();

    private static final Map<String, String> WORKLOADS = Map.of(
            "RedisKeyValue", REDIS,
            "RedisPipelinedKeyValue", REDIS,
            "RedisHashPipelined", REDIS,
            "RedisYBClientKeyValue", REDIS,
            "CassandraHelloWorld", "makes one row and prints it, which is no load; see CassandraKeyValue",
            "CassandraSparkWordCount", SPARK,
            "CassandraSparkKeyValueCopy", SPARK,
            "SqlConsistentHashing", "inserts and deletes nodes at random, so that nothing acknowledged must be there",
            "SqlQueryLatencyIncrease", "switches hints that only YugabyteDB's planner reads, and measures nothing else",
            "SqlStaleReadDetector",
                    "sums a whole table; every workload's reads are judged for stale values, see"
                            + " SqlEventCounter and SqlRestartRead");

    private UnsupportedOptions() {}

    /** Returns why there is no workload of this name, if upstream has one. Case does not matter. */
    static Optional<String> of(String workload) {
        return WORKLOADS.entrySet().stream()
                .filter(known -> lower(known.getKey()).equals(lower(workload)))
                .map(known -> known.getKey() + " " + known.getValue())
                .findFirst();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static List<AppOption> refused(String why, String... names) {
        return Stream.of(names)
                .map(name -> new AppOption(name, "VALUE", why, Standing.REFUSED, true))
                .toList();
    }

    private static List<AppOption> switches(String why, String... names) {
        return Stream.of(names)
                .map(name -> new AppOption(name, "", why, Standing.REFUSED, true))
                .toList();
    }
}
