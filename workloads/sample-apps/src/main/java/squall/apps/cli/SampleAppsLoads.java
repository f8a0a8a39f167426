package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.apps.CqlApp;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.apps.SqlApp;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.run.AppLoad;
import squall.apps.run.SessionRoles;
import squall.cli.CommandEnvironment;
import squall.cli.command.ClientSettings;
import squall.cql.driver.CqlAddress;
import squall.engine.schedule.ClientSplit;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.CommandException;

/** Offers every sample application, with the options of {@code bin/sample-apps}. */
public final class SampleAppsLoads implements LoadProvider {
    private static final String WORKLOAD = "workload";
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /** The options that the caller decides, and the target. */
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
            AppOptions.TAG,
            "progress",
            "abort-on",
            "error-budget",
            "no-verify",
            "skip_workload",
            "output_json_metrics",
            "clients",
            "client",
            "client-run",
            "client-wait",
            "start-at");

    private final SampleAppCatalog catalogue = SampleAppCatalog.load();

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
            SampleApp app = app(options.text(WORKLOAD, ""));
            requireSpoken(app, target);
            Map<String, String> values = values(options);
            limit(options).ifPresent(limit -> values.put(limitName(app), String.valueOf(limit.toMillis())));
            values.put("url", target.url());
            values.put("username", target.user());
            values.put("password", target.password());
            values.put("seed", String.valueOf(Math.floorMod(seed, Integer.MAX_VALUE)));
            SampleAppSettings order = SampleAppSettings.of(
                    app, new ParsedOptions(values), ClientSettings.SINGLE, List.of(), CommandEnvironment.ofProcess());
            if (order.ramp().isPresent()) {
                throw new IllegalArgumentException(
                        "load: option 'num_threads' must be a number of sessions, not 'auto'");
            }
            return new SampleAppsOffer(order);
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private SampleApp app(String name) {
        return catalogue
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "load: option 'workload' must be one of " + String.join(", ", catalogue.names()) + ", not '"
                                + name + "'" + NearestName.hint(name, catalogue.names())));
    }

    private static void requireSpoken(SampleApp app, Target target) {
        boolean cql = CqlAddress.isUrl(target.url());
        if (cql != speaksCql(app)) {
            throw new IllegalArgumentException("load: " + app.profile().name() + " speaks " + (cql ? "SQL" : "CQL")
                    + ", the target " + target.kind() + " " + (cql ? "CQL" : "SQL"));
        }
    }

    private static boolean speaksCql(SampleApp app) {
        return switch (app) {
            case SqlApp sql -> false;
            case CqlApp cql -> true;
            case IsolationApp isolation -> isolation.language() == IsolationApp.QueryLanguage.CQL;
        };
    }

    private static Optional<Duration> limit(Options options) {
        return options.all().containsKey(STATEMENT_TIMEOUT)
                ? Optional.of(options.duration(STATEMENT_TIMEOUT, Duration.ZERO))
                : Optional.empty();
    }

    private static String limitName(SampleApp app) {
        return speaksCql(app) ? "cql_read_timeout_ms" : "statement_timeout_ms";
    }

    private static Map<String, String> values(Options options) {
        Map<String, String> values = new TreeMap<>(options.all());
        values.remove(WORKLOAD);
        values.remove(STATEMENT_TIMEOUT);
        List<String> known = AppOptions.all().stream().map(AppOption::name).toList();
        for (String name : values.keySet()) {
            if (DRIVERS.contains(name)) {
                throw new IllegalArgumentException(
                        "load: option '" + name + "' is set by the command that drives the load: omit it");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "load: unknown option '" + name + "'" + NearestName.hint(name, known));
            }
        }
        return values;
    }

    /** One sample application on one database. */
    private record SampleAppsOffer(SampleAppSettings order) implements LoadProvider.Offer {
        @Override
        public void fill(Consumer<String> say) {
            // These applications make their tables when they are set up, and fill them while they run.
        }

        @Override
        public Load load() throws IOException, InterruptedException {
            try {
                if (order.app() instanceof IsolationApp isolation) {
                    return IsolationLoads.load(isolation, order, line -> {});
                }
                AppLoad load =
                        new AppLoad(order.setting(), order.assignment(), AppTableSetup.tables(order, line -> {}));
                return order.assignment().batch() > 1 ? load : load.manned(byTurn());
            } catch (CommandException e) {
                throw e.plain();
            }
        }

        @Override
        public int sessions() {
            return order.workers().sessions();
        }

        /** On a schedule any session may be free next: its turn says whether it writes. */
        private SessionRoles byTurn() {
            return new SessionRoles.ByTurn((double) order.workers().writers() / sessions(), ClientSplit.WHOLE);
        }
    }
}
