package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.apps.App;
import squall.apps.Catalogue;
import squall.apps.CqlApp;
import squall.apps.SqlApp;
import squall.cli.CommandException;
import squall.cli.Surroundings;
import squall.cql.CqlAddress;
import squall.spi.LoadProvider;
import squall.spi.Nearest;
import squall.spi.Options;
import squall.spi.Target;

/** Offers every sample application, with the options of {@code bin/sample-apps}. */
public final class SampleAppsLoads implements LoadProvider {
    private static final String WORKLOAD = "workload";
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /** What whoever drives the load decides, and where the target is. */
    private static final List<String> DRIVERS = List.of(
            "nodes",
            "url",
            "cp",
            "driver",
            "rate",
            "read_rate",
            "write_rate",
            "run_time",
            "warmup",
            "seed",
            "results",
            "progress",
            "abort-on",
            "error-budget",
            "no-verify",
            "skip_workload",
            "output_json_metrics");

    private final Catalogue catalogue = Catalogue.load();

    @Override
    public String kind() {
        return "sample-apps";
    }

    @Override
    public String summary() {
        return "a sample application: workload=" + String.join("|", catalogue.names())
                + ", num_unique_keys, num_threads_read, num_threads_write, and the other options of bin/sample-apps";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) throws IOException {
        try {
            App app = app(options.text(WORKLOAD, ""));
            requireSpoken(app, target);
            Map<String, String> values = values(options);
            limit(options).ifPresent(limit -> values.put(limitName(app), String.valueOf(limit.toMillis())));
            values.put("url", target.url());
            values.put("username", target.user());
            values.put("password", target.password());
            values.put("seed", String.valueOf(Math.floorMod(seed, Integer.MAX_VALUE)));
            Order order = Order.of(app, new Given(values), List.of(), Surroundings.ofProcess());
            if (order.ramp().isPresent()) {
                throw new IllegalArgumentException(
                        "load: option 'num_threads' must be a number of sessions, not 'auto'");
            }
            return new SampleAppsOffer(order);
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private App app(String name) {
        return catalogue
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "load: option 'workload' must be one of " + String.join(", ", catalogue.names()) + ", not '"
                                + name + "'" + Nearest.hint(name, catalogue.names())));
    }

    private static void requireSpoken(App app, Target target) {
        boolean cql = CqlAddress.isUrl(target.url());
        if (cql != app instanceof CqlApp) {
            throw new IllegalArgumentException("load: " + app.profile().name() + " speaks " + (cql ? "SQL" : "CQL")
                    + ", the target " + target.kind() + " " + (cql ? "CQL" : "SQL"));
        }
    }

    private static Optional<Duration> limit(Options options) {
        return options.all().containsKey(STATEMENT_TIMEOUT)
                ? Optional.of(options.duration(STATEMENT_TIMEOUT, Duration.ZERO))
                : Optional.empty();
    }

    private static String limitName(App app) {
        return switch (app) {
            case SqlApp sql -> "statement_timeout_ms";
            case CqlApp cql -> "cql_read_timeout_ms";
        };
    }

    private static Map<String, String> values(Options options) {
        Map<String, String> values = new TreeMap<>(options.all());
        values.remove(WORKLOAD);
        values.remove(STATEMENT_TIMEOUT);
        List<String> known = Flags.all().stream().map(Flag::name).toList();
        for (String name : values.keySet()) {
            if (DRIVERS.contains(name)) {
                throw new IllegalArgumentException(
                        "load: option '" + name + "' is decided by who drives the load: leave it out");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException("load: unknown option '" + name + "'" + Nearest.hint(name, known));
            }
        }
        return values;
    }
}
