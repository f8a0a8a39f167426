package squall.ycsb.offer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import squall.cli.CommandException;
import squall.cli.Surroundings;
import squall.results.RunInfo.Setting;
import squall.spi.LoadProvider;
import squall.spi.Nearest;
import squall.spi.Options;
import squall.spi.Target;
import squall.ycsb.Catalogue;
import squall.ycsb.ClientProperties;
import squall.ycsb.Property;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/** Offers YCSB's CoreWorkload, over SQL or CQL as the target is. */
public final class YcsbLoads implements LoadProvider {
    /** Names the file; what the file itself calls so is its class. */
    private static final String WORKLOAD = "workload";

    private static final String USUAL_WORKLOAD = "workloada";
    private static final String OPTIONS = "options";

    /** Each operation waits for its answer, so this is also how many are under way at most. */
    private static final String USUAL_SESSIONS = "16";

    /** What whoever drives the load decides; files may have it, since they are written for YCSB's own command too. */
    private static final Set<Property<?>> DRIVERS = Set.of(
            ClientProperties.DB,
            ClientProperties.OPERATION_COUNT,
            ClientProperties.MAX_EXECUTION_TIME,
            ClientProperties.TARGET,
            SquallProperties.RATE,
            SquallProperties.RAMP,
            SquallProperties.ARRIVAL,
            SquallProperties.TERMINALS,
            SquallProperties.WARM_UP,
            SquallProperties.SEED,
            SquallProperties.ABORT_ON,
            SquallProperties.ERROR_BUDGET,
            SquallProperties.GRACE);

    private final Surroundings surroundings;

    /** For the ServiceLoader. */
    public YcsbLoads() {
        this(Surroundings.ofProcess());
    }

    /** @param surroundings where workload files are looked for */
    YcsbLoads(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String kind() {
        return "ycsb";
    }

    @Override
    public String summary() {
        return "YCSB's CoreWorkload: workload=FILE (" + USUAL_WORKLOAD
                + "), recordcount, threadcount, statementTimeout, and every property of bin/ycsb";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) throws IOException {
        try {
            YcsbProperties properties = properties(options, target, seed);
            requireOwnWorkload(properties);
            LoadMode.require(properties);
            CoreSettings settings = CoreSettings.of(properties, seed);
            return new YcsbOffer(properties, Addresses.binding(target), settings, CoreTraffic.of(properties, settings));
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private YcsbProperties properties(Options options, Target target, long seed) throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        settings.put(ClientProperties.THREAD_COUNT.name(), new Setting(USUAL_SESSIONS, "default"));
        settings.putAll(PropertyFile.read(options.text(WORKLOAD, USUAL_WORKLOAD), surroundings)
                .settings());
        settings.putAll(Addresses.limits(options, target));
        options.all().forEach((name, value) -> {
            if (!name.equals(WORKLOAD) && !name.equals(Addresses.STATEMENT_TIMEOUT)) {
                settings.put(name, new Setting(value, OPTIONS));
            }
        });
        requireKnown(settings);
        DRIVERS.forEach(property -> settings.remove(property.name()));
        settings.putAll(Addresses.of(target));
        settings.put(SquallProperties.SEED.name(), new Setting(String.valueOf(seed), "driver"));
        return YcsbProperties.of(settings);
    }

    private static void requireKnown(Map<String, Setting> settings) {
        List<String> wrong = new ArrayList<>();
        settings.forEach((name, setting) -> {
            if (!Catalogue.knows(name)) {
                wrong.add(
                        setting.origin() + ": unknown property '" + name + "'" + Nearest.hint(name, Catalogue.names()));
            } else if (setting.origin().equals(OPTIONS)
                    && DRIVERS.stream().anyMatch(property -> property.name().equals(name))) {
                wrong.add(setting.origin() + ": '" + name + "' is decided by who drives the load: leave it out");
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
                    + " survives the loss of a node and can be driven so, not '" + workload + "'");
        }
    }
}
