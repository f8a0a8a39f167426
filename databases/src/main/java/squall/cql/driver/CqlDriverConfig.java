package squall.cql.driver;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Configuration of the driver, from the settings. */
public final class CqlDriverConfig {
    /** Profile of schema changes and counts, which take long. */
    public static final String ADMINISTRATION = "administration";

    /**
     * Maximum pause between reconnects; otherwise a recovery time would measure the driver's back-off, which grows to a minute by default.
     */
    private static final Duration LONGEST_RECONNECT_PAUSE = Duration.ofSeconds(1);

    private static final Duration FIRST_RECONNECT_PAUSE = Duration.ofMillis(100);

    /** Timeout of queries about the cluster itself, which small nodes answer slowly while they start. */
    private static final Duration METADATA_LIMIT = Duration.ofSeconds(10);

    private static final List<String> SESSION_METRICS =
            List.of("cql-requests", "cql-client-timeouts", "connected-nodes", "throttling.delay");
    private static final List<String> NODE_METRICS = List.of(
            "pool.open-connections",
            "errors.request.others",
            "errors.request.write-timeouts",
            "errors.request.read-timeouts",
            "errors.request.unavailables",
            "retries.total",
            "cql-messages");

    private CqlDriverConfig() {}

    /** @throws IllegalArgumentException if one of the driver's options does not exist */
    public static DriverConfigLoader of(CqlSettings settings, boolean metered) {
        ProgrammaticDriverConfigLoaderBuilder builder = DriverConfigLoader.programmaticBuilder();
        // A load, its probes, its faults and its instruments have their own sessions, which are not a leak.
        builder.withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0);
        requests(builder, settings);
        connections(builder, settings);
        if (metered) {
            builder.withString(DefaultDriverOption.METRICS_FACTORY_CLASS, "MicrometerMetricsFactory")
                    .withStringList(DefaultDriverOption.METRICS_SESSION_ENABLED, SESSION_METRICS)
                    .withStringList(DefaultDriverOption.METRICS_NODE_ENABLED, NODE_METRICS);
        }
        boolean once = settings.consistency().accord();
        if (once) {
            builder.withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoRetryPolicy.class);
        }
        settings.driverOptions().forEach((path, value) -> option(builder, path, value));
        builder.startProfile(ADMINISTRATION);
        if (once) {
            builder.withClass(DefaultDriverOption.RETRY_POLICY_CLASS, DefaultRetryPolicy.class);
        }
        return builder.withDuration(
                        DefaultDriverOption.REQUEST_TIMEOUT, settings.limits().administration())
                .build();
    }

    private static void requests(ProgrammaticDriverConfigLoaderBuilder builder, CqlSettings settings) {
        builder.withDuration(
                        DefaultDriverOption.REQUEST_TIMEOUT, settings.limits().request())
                .withString(
                        DefaultDriverOption.REQUEST_CONSISTENCY,
                        settings.consistency().read().name())
                .withString(
                        DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY,
                        settings.consistency().serial().name())
                .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, settings.wire().pageSize())
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, PartitionPolicy.class);
        if (!settings.localDatacenter().isEmpty()) {
            builder.withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, settings.localDatacenter());
        }
    }

    private static void connections(ProgrammaticDriverConfigLoaderBuilder builder, CqlSettings settings) {
        CqlSettings.Wire wire = settings.wire();
        Duration connect = settings.limits().connect();
        builder.withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, wire.connections())
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, wire.requestsPerConnection())
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, connect)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, METADATA_LIMIT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, METADATA_LIMIT)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, METADATA_LIMIT)
                .withClass(DefaultDriverOption.RECONNECTION_POLICY_CLASS, LoggedReconnectionPolicy.class)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, FIRST_RECONNECT_PAUSE)
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, LONGEST_RECONNECT_PAUSE)
                // Of each node and try, while it is down: the metrics show it, and errors of the first connect are
                // thrown.
                .withBoolean(DefaultDriverOption.CONNECTION_WARN_INIT_ERROR, false);
        shutdown(builder);
        if (settings.encryption().on() && !settings.encryption().byFiles()) {
            builder.withString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS, "DefaultSslEngineFactory");
        }
    }

    /** Sets the pause at shutdown to zero, because no request is in flight when a session is closed; the driver would wait two seconds. */
    private static void shutdown(ProgrammaticDriverConfigLoaderBuilder builder) {
        builder.withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 100)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, 5_000)
                .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 100)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 5_000);
    }

    private static void option(ProgrammaticDriverConfigLoaderBuilder builder, String path, String value) {
        TypedDriverOption<?> known = null;
        for (TypedDriverOption<?> option : TypedDriverOption.builtInValues()) {
            if (option.getRawOption().getPath().equals(path)) {
                known = option;
            }
        }
        if (known == null) {
            throw new IllegalArgumentException("the driver has no option '" + path
                    + "'; expected a path below datastax-java-driver such as basic.request.timeout");
        }
        DriverOption option = known.getRawOption();
        if (lists(known.getExpectedType())) {
            builder.withStringList(option, Arrays.asList(value.split(",", -1)));
        } else {
            builder.withString(option, value);
        }
    }

    private static boolean lists(GenericType<?> type) {
        return List.class.isAssignableFrom(type.getRawType());
    }
}
