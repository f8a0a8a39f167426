package squall.cli.command;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.cli.StopRules;
import squall.cli.command.RunOption.ValueFormat;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.schedule.StopRule;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.Workload;
import squall.system.CommandException;
import squall.verdict.ErrorBudget;

/**
 * Values of the options that the commands with runs of their own have in common, and of those of a workload; each command takes all or
 * some of them in its own syntax.
 *
 * @param given the options as typed, by name
 */
public record RunOptions(Map<String, String> given) {
    public static final RunOption<String> RESULTS =
            RunOption.text("results", "DIR", "Folder for run directories (default: SQUALL_RESULTS, else ./results)");
    public static final RunOption<String> TAG = RunOption.text(
            "tag", "KEY[=VALUE]", "Tag the run, to find it in the list of runs; repeatable, or separated by commas");
    /** Seed; the default is drawn, not this value. */
    public static final RunOption<Long> SEED = new RunOption<>(
            "seed",
            "N",
            "Seed of all random choices (default: random; printed and recorded)",
            new ValueFormat<>("a whole number", typed -> ValueFormat.number(typed, Long::valueOf)),
            0L);

    public static final RunOption<ErrorBudget> ERROR_BUDGET = new RunOption<>(
            "error-budget",
            "SHARE",
            "Share of the operations that may fail after retries: 0, 0.001 or 0.1% (default: 0)",
            new ValueFormat<>(ErrorBudget.WANTED, ErrorBudget::parse),
            ErrorBudget.NONE);
    public static final RunOption<List<StopRule>> ABORT_ON = new RunOption<>(
            "abort-on",
            "RULES",
            "Conditions that end a run early: no-success:30s,error-share:0.5,errors:1000",
            new ValueFormat<>(StopRules.WANTED, StopRules::parse),
            List.of());
    public static final RunOption<Boolean> NO_VERIFY = RunOption.flag("no-verify", "Skip the checks of the data");
    public static final RunOption<ProgressMode> PROGRESS = new RunOption<>(
            "progress",
            "FORM",
            "Progress on standard error: auto, tty, plain (figures every ten seconds), json or none (only the verdict)",
            ValueFormat.words(ProgressMode.class),
            ProgressMode.AUTO);
    public static final RunOption<String> CLIENTS =
            RunOption.text("clients", "N", "Share the run among N clients (default: JOB_COMPLETIONS)");
    public static final RunOption<String> CLIENT =
            RunOption.text("client", "I", "Which of them this is, from 0 (default: JOB_COMPLETION_INDEX)");
    public static final RunOption<String> CLIENT_RUN = RunOption.text(
            "client-run",
            "NAME",
            "Start when all clients have signed in under this name, new for each run, in the database under test"
                    + " (default: SQUALL_CLIENT_RUN)");
    public static final RunOption<String> CLIENT_WAIT =
            RunOption.text("client-wait", "TIME", "How long to wait for the other clients (default: 5m)");
    public static final RunOption<String> START_AT =
            RunOption.text("start-at", "TIME", "Start at this instant instead, such as 2026-12-01T09:30:00Z");
    public static final RunOption<String> METRICS_PORT = RunOption.text(
            "metrics-port", "N", "Serve the run's metrics to Prometheus on this loopback port; 0: any free port");
    public static final RunOption<String> METRICS_LINGER =
            RunOption.text("metrics-linger", "TIME", "Time to keep serving them after the end, for example 15s");
    public static final RunOption<String> OTLP_ENDPOINT = RunOption.text(
            "otlp-endpoint",
            "URL",
            "Push the run's metrics to this address, for example http://127.0.0.1:4318/v1/metrics");
    public static final RunOption<String> DB_METRICS = new RunOption<>(
            "db-metrics",
            "WHAT",
            "The database's own metrics during the run: auto (default), off, or the addresses of its pages for"
                    + " Prometheus",
            new ValueFormat<>("a text", Optional::of),
            "auto");

    /** Options of one of several clients. */
    public static final List<RunOption<?>> OF_CLIENTS = List.of(CLIENTS, CLIENT, CLIENT_RUN, CLIENT_WAIT, START_AT);

    /** Options of monitoring a run and its database. */
    public static final List<RunOption<?>> MONITORING =
            List.of(METRICS_PORT, METRICS_LINGER, OTLP_ENDPOINT, DB_METRICS);

    public static final List<RunOption<?>> ALL = Stream.of(
                    List.of(RESULTS, TAG, SEED, ERROR_BUDGET, ABORT_ON, NO_VERIFY, PROGRESS), OF_CLIENTS, MONITORING)
            .<RunOption<?>>flatMap(List::stream)
            .toList();

    public RunOptions {
        given = Map.copyOf(given);
    }

    /**
     * Returns the options of a workload under another command.
     *
     * @param known names of the workload's options
     * @param drivers names of options of its own command that here, as those of every run, belong to the command that drives the load
     * @throws IllegalArgumentException if one is unknown or not the workload's
     */
    public static RunOptions of(Options options, Collection<String> known, Collection<String> drivers) {
        Map<String, String> given = new TreeMap<>(options.all());
        given.remove(Workload.STATEMENT_TIMEOUT);
        for (String name : given.keySet()) {
            if (drivers.contains(name) || names(ALL).contains(name)) {
                throw new IllegalArgumentException(
                        "load: option '" + name + "' is set by the command that drives the load: omit it");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "load: unknown option '" + name + "'" + NearestName.hint(name, known));
            }
        }
        return new RunOptions(given);
    }

    /** Returns the names of options. */
    public static List<String> names(List<RunOption<?>> options) {
        return options.stream().map(RunOption::name).toList();
    }

    /** Returns those of these options that were given, as they are typed. */
    public List<String> named(List<RunOption<?>> options) {
        return options.stream()
                .filter(option -> given.containsKey(option.name()))
                .map(RunOption::option)
                .toList();
    }

    /** Returns the folder of the run directories. */
    public Path results(CommandEnvironment environment) {
        String folder = environment.results(value(RESULTS));
        return environment.folder().resolve(folder).toAbsolutePath().normalize();
    }

    /** @throws CommandException if one is not a tag, or a key has two values */
    public List<String> tags(CommandEnvironment environment) throws CommandException {
        return RunTags.of(value(TAG).stream().toList(), environment.variables());
    }

    /** Returns the seed, drawn if none was given. @param clients that must have the same seed without asking each other */
    public RunSeed seed(ClientSettings clients) throws CommandException {
        return RunSeed.of(read(SEED), clients);
    }

    public List<StopRule> stopRules() throws CommandException {
        return get(ABORT_ON);
    }

    /** Returns whether the data is checked. */
    public boolean verify() {
        return !value(NO_VERIFY).flatMap(NO_VERIFY.format().reader()).orElse(false);
    }

    public ProgressConsole console(CommandEnvironment environment) throws CommandException {
        return new ProgressConsole(environment.err(), environment.streams().err(), get(PROGRESS));
    }

    /** @throws CommandException if the options of several clients are wrong */
    public ClientSettings clients(CommandEnvironment environment) throws CommandException {
        return ClientSettings.of(this, environment.variables());
    }

    /** @throws CommandException if a value cannot be read */
    public MonitoringSettings monitoring() throws CommandException {
        return MonitoringSettings.of(this);
    }

    /** @param reproduce the command line that repeats the run */
    public RunTerms terms(CommandEnvironment environment, List<String> reproduce) throws CommandException {
        return new RunTerms(results(environment), get(ERROR_BUDGET), tags(environment), reproduce);
    }

    /** @throws CommandException on the first of these options whose value cannot be read */
    public void require(List<RunOption<?>> options) throws CommandException {
        for (RunOption<?> option : options) {
            Optional<?> unused = read(option);
        }
    }

    /** Returns the value of an option; empty if it was not given. */
    public <T> Optional<T> read(RunOption<T> option) throws CommandException {
        Optional<String> typed = value(option);
        return typed.isPresent() ? Optional.of(option.read(typed.get())) : Optional.empty();
    }

    /** Returns the value of an option, or its default. */
    public <T> T get(RunOption<T> option) throws CommandException {
        return read(option).orElse(option.fallback());
    }

    private Optional<String> value(RunOption<?> option) {
        return Optional.ofNullable(given.get(option.name()));
    }

    /** Returns the text of an option as typed; empty if it was not given. */
    String text(RunOption<String> option) {
        return value(option).orElse("");
    }
}
