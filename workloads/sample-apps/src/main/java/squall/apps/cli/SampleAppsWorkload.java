package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.apps.CqlApp;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.apps.SqlApp;
import squall.apps.cli.AppOptions.AppOption;
import squall.cli.CommandEnvironment;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunOptions;
import squall.cql.AccordRequirement;
import squall.cql.driver.CqlAddress;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;
import squall.system.CommandException;

/** Workload {@code sample-apps}: every sample application, with the options of {@code bin/sample-apps}. */
public final class SampleAppsWorkload implements Workload {
    private static final String WORKLOAD = "workload";

    /** Options that the caller or the target decides. */
    private static final List<String> DRIVERS = List.of(
            "nodes",
            "url",
            "username",
            "password",
            "cp",
            "driver",
            "rate",
            "read_rate",
            "write_rate",
            "run_time",
            "warmup",
            "skip_workload",
            "output_json_metrics");

    private final SampleAppCatalog catalogue = SampleAppCatalog.load();

    @Override
    public String name() {
        return "sample-apps";
    }

    @Override
    public String summary() {
        return "a sample application: workload=" + String.join("|", catalogue.names())
                + ", num_unique_keys, num_threads_read, num_threads_write, and the other options of bin/sample-apps";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) throws IOException {
        try {
            SampleApp app = app(options.text(WORKLOAD, ""));
            requireSpoken(app, target);
            List<String> known = AppOptions.all().stream().map(AppOption::name).toList();
            Map<String, String> values =
                    new TreeMap<>(RunOptions.of(options, known, DRIVERS).given());
            values.remove(WORKLOAD);
            limit(options).ifPresent(limit -> values.put(limitName(app), String.valueOf(limit.toMillis())));
            values.put("url", target.url());
            values.put("username", target.user());
            values.put("password", target.password());
            values.put(RunOptions.SEED.name(), String.valueOf(seed));
            SampleAppSettings settings = SampleAppSettings.of(
                    app, new ParsedOptions(values), ClientSettings.SINGLE, List.of(), CommandEnvironment.ofProcess());
            if (app.accord(settings.context())) {
                AccordRequirement.ofTarget(target, "load: " + app.profile().name());
            }
            if (settings.ramp().isPresent()) {
                throw new IllegalArgumentException(
                        "load: option 'num_threads' must be a number of sessions, not 'auto'");
            }
            return new PreparedApp(settings.byTurn(), line -> {});
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private SampleApp app(String name) {
        return catalogue
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException("load: option 'workload': there is no workload '" + name
                        + "'" + NearestName.choice(name, catalogue.names())));
    }

    private static void requireSpoken(SampleApp app, Target target) {
        boolean cql = CqlAddress.isUrl(target.url());
        if (cql != speaksCql(app)) {
            throw new IllegalArgumentException("load: " + app.profile().name() + " speaks " + (cql ? "SQL" : "CQL")
                    + ", the target " + target.kind() + " " + (cql ? "CQL" : "SQL"));
        }
    }

    static boolean speaksCql(SampleApp app) {
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
}
