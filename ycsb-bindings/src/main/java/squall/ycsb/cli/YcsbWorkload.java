package squall.ycsb.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.cli.command.RunOptions;
import squall.cql.driver.CqlAddress;
import squall.results.RunInfo.Setting;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.CqlProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.JdbcProperties;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/** Workload {@code ycsb}: YCSB's CoreWorkload, over SQL or CQL as the target is. */
public final class YcsbWorkload implements Workload {
    /** Names the file; what the file itself calls so is its class. */
    private static final String WORKLOAD = "workload";

    private static final String USUAL_WORKLOAD = "workloada";

    /** Each operation waits for its answer, so this is also how many are under way at most. */
    private static final String USUAL_SESSIONS = "16";

    /**
     * Minimum time limit of a statement that fills the table: the limit of a scenario is for the time of its faults, and no row may be
     * missing.
     */
    private static final Duration FILLING = Duration.ofSeconds(30);

    /**
     * Names of properties that the driver of the load sets, or its target; files may contain them, because they are written for YCSB's own
     * command too.
     */
    private static final Set<String> DRIVERS = Stream.concat(
                    RunOptions.ALL.stream()
                            .map(option -> SquallProperties.ofOption(option).name()),
                    Stream.<PropertyDefinition<?>>of(
                                    ClientProperties.DB,
                                    ClientProperties.OPERATION_COUNT,
                                    ClientProperties.MAX_EXECUTION_TIME,
                                    ClientProperties.TARGET,
                                    SquallProperties.RATE,
                                    SquallProperties.RAMP,
                                    SquallProperties.ARRIVAL,
                                    SquallProperties.TERMINALS,
                                    SquallProperties.WARM_UP,
                                    SquallProperties.QUIET,
                                    SquallProperties.JSON,
                                    SquallProperties.GRACE,
                                    JdbcProperties.URL,
                                    JdbcProperties.USER,
                                    JdbcProperties.PASSWORD,
                                    CqlProperties.HOSTS,
                                    CqlProperties.PORT,
                                    CqlProperties.USER,
                                    CqlProperties.PASSWORD)
                            .map(PropertyDefinition::name))
            .collect(Collectors.toUnmodifiableSet());

    private final CommandEnvironment environment;

    /** Creates the workload for the ServiceLoader. */
    public YcsbWorkload() {
        this(CommandEnvironment.ofProcess());
    }

    /** @param environment where workload files are looked for */
    YcsbWorkload(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "ycsb";
    }

    @Override
    public String summary() {
        return "YCSB's CoreWorkload: workload=FILE (" + USUAL_WORKLOAD
                + "), recordcount, threadcount, statementTimeout, and every property of bin/ycsb";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) throws IOException {
        try {
            YcsbProperties properties = properties(options, target, seed, Duration.ZERO);
            YcsbProperties filling = properties(options, target, seed, FILLING);
            requireOwnWorkload(properties);
            LoadMode.require(properties);
            if (CqlAddress.isUrl(target.url())) {
                CqlTarget.require(properties, target);
            }
            CoreSettings settings = CoreSettings.of(properties, seed);
            return new PreparedYcsb(
                    properties,
                    filling,
                    TargetProperties.binding(target),
                    settings,
                    CoreTraffic.of(properties, settings),
                    IsolationSettings.of(properties, TargetProperties.binding(target)));
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    /** @param atLeast how long a statement may take whatever the options say */
    private YcsbProperties properties(Options options, Target target, long seed, Duration atLeast)
            throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        settings.put(ClientProperties.THREAD_COUNT.name(), new Setting(USUAL_SESSIONS, "default"));
        String typed = options.where() + ": " + WORKLOAD + "=";
        settings.putAll(PropertyFile.read(typed, options.text(WORKLOAD, USUAL_WORKLOAD), environment)
                .settings());
        settings.putAll(TargetProperties.limits(options, target, atLeast));
        options.all().forEach((name, value) -> {
            if (!name.equals(WORKLOAD) && !name.equals(STATEMENT_TIMEOUT)) {
                settings.put(name, new Setting(value, options.where()));
            }
        });
        requireKnown(settings, options.where());
        settings.keySet().removeAll(DRIVERS);
        settings.putAll(TargetProperties.of(target));
        settings.put(SquallProperties.SEED.name(), new Setting(String.valueOf(seed), "driver"));
        return YcsbProperties.of(settings);
    }

    /** @param options origin of what was given, not what stands in the file */
    private static void requireKnown(Map<String, Setting> settings, String options) {
        List<String> wrong = new ArrayList<>();
        settings.forEach((name, setting) -> {
            if (!PropertyCatalog.knows(name)) {
                wrong.add(setting.origin() + ": unknown property '" + name + "'"
                        + NearestName.hint(name, PropertyCatalog.names()));
            } else if (setting.origin().equals(options) && DRIVERS.contains(name)) {
                wrong.add(setting.origin() + ": '" + name + "' is set by the command that drives the load: omit it");
            }
        });
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", wrong));
        }
    }

    private static void requireOwnWorkload(YcsbProperties properties) {
        String workload = properties.get(ClientProperties.WORKLOAD);
        if (!workload.equals(ClientProperties.CORE_WORKLOAD)
                || properties.get(SquallProperties.OWN).equals("upstream")) {
            throw new IllegalArgumentException(properties.origin(ClientProperties.WORKLOAD)
                    + ": only Squall's own " + ClientProperties.CORE_WORKLOAD
                    + " survives the loss of a node and can be used here, not '" + workload + "'");
        }
    }

    /** Converter of a target to the properties of the binding for it. */
    private static final class TargetProperties {
        private static final String ORIGIN = "target";

        /** Margin between the server's limit for a statement and the moment its connection is given up. */
        private static final Duration MARGIN = Duration.ofSeconds(2);

        private TargetProperties() {}

        static DatabaseBinding binding(Target target) {
            return CqlAddress.isUrl(target.url()) ? DatabaseBinding.YCQL : DatabaseBinding.JDBC;
        }

        static Map<String, Setting> of(Target target) {
            Map<String, Setting> settings = new TreeMap<>();
            if (CqlAddress.isUrl(target.url())) {
                CqlAddress address = CqlAddress.ofUrl(target.url());
                put(settings, CqlProperties.HOSTS, String.join(",", address.contactPoints()));
                put(settings, CqlProperties.USER, target.user());
                put(settings, CqlProperties.PASSWORD, target.password());
                if (!address.datacenter().isEmpty()) {
                    put(settings, CqlProperties.LOCAL_DATACENTER, address.datacenter());
                }
            } else {
                put(settings, JdbcProperties.URL, target.url());
                put(settings, JdbcProperties.USER, target.user());
                put(settings, JdbcProperties.PASSWORD, target.password());
            }
            return settings;
        }

        /** Returns the binding's limits, where one was given for all. */
        static Map<String, Setting> limits(Options options, Target target, Duration atLeast) {
            Map<String, Setting> settings = new TreeMap<>();
            if (options.all().containsKey(STATEMENT_TIMEOUT)) {
                Duration given = options.duration(STATEMENT_TIMEOUT, Duration.ZERO);
                Duration limit = given.compareTo(atLeast) > 0 ? given : atLeast;
                if (CqlAddress.isUrl(target.url())) {
                    put(settings, CqlProperties.REQUEST_TIMEOUT, String.valueOf(limit.toMillis()));
                } else {
                    put(settings, JdbcProperties.STATEMENT_TIMEOUT, limit.toMillis() + "ms");
                    put(
                            settings,
                            JdbcProperties.SOCKET_TIMEOUT,
                            limit.plus(MARGIN).toMillis() + "ms");
                }
            }
            return settings;
        }

        private static void put(Map<String, Setting> settings, PropertyDefinition<?> property, String value) {
            settings.put(property.name(), new Setting(value, ORIGIN));
        }
    }
}
