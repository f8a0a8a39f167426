package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.Healer;
import squall.adversity.safety.JournalFolder;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JarOptions;
import squall.cli.JsonFlag;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunOptionParser;
import squall.cli.command.RunOptions;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.cli.report.GateCommand;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.scenario.ProviderSpec;
import squall.scenario.yaml.ScenarioReader;
import squall.spi.ClusterProvider;
import squall.spi.WrongDataException;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.ExitCode;
import squall.system.InvalidFileException;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;

/** {@code bin/adversity}: faults that are injected and healed while a load runs. */
@Command(
        name = "adversity",
        description = "Runs a load, injects faults while it runs, and heals every fault it injected.",
        subcommands = GateCommand.class,
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or scenario; 3 expectation not met; 4 data wrong; 5 cluster unusable, or",
            "a fault left by an earlier run; 6 run invalid, a fault had no effect; 7 a gate is red; 8 a fault is not healed; 130, 143 ended by a signal."
        })
public final class AdversityCommand {
    private final CommandEnvironment environment;
    private final List<String> words;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JarOptions jars = new JarOptions();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    private AdversityCommand(CommandEnvironment environment, List<String> words) {
        this.environment = environment;
        this.words = words;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return line(environment, words).execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of {@code bin/adversity}, for the completion of shells. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment environment, List<String> words) {
        CommandLine line = CommandRunner.line(new AdversityCommand(environment, words), environment);
        for (String command : List.of("run", "boundary")) {
            RunOptionParser.add(Objects.requireNonNull(line.getSubcommands().get(command)), RunFlags.OF_EVERY_RUN);
        }
        return line;
    }

    @Command(description = "Run a scenario.")
    int run(@Mixin ScenarioFlags scenario, @Mixin RunFlags flags) throws CommandException, InterruptedException {
        return act(scenario, () -> {
            requireSingle();
            RunOptions options = RunOptionParser.parsed(spec);
            ScenarioExecution run = execution(flags, options);
            ScenarioExecution drawn = (seeded, collector) -> run.execute(scenario.drawn(seeded), collector);
            return drawn.repeated(scenario.seeded(environment.variables()), flags.repeat());
        });
    }

    @Command(description = "Find the load above which the system does not recover from a scenario's faults.")
    int boundary(@Mixin ScenarioFlags scenario, @Mixin RunFlags flags, @Mixin BoundaryFlags boundary)
            throws CommandException, InterruptedException {
        return act(scenario, () -> {
            requireSingle();
            RunOptions options = RunOptionParser.parsed(spec);
            BoundaryAction search = new BoundaryAction(
                    scenario.scenario(environment.variables()),
                    boundary.axes(),
                    flags.repeat(),
                    execution(flags, options));
            return search.execute(this::out, BoundaryAction.DocumentWriter.in(options.results(environment)));
        });
    }

    private ScenarioExecution execution(RunFlags flags, RunOptions options) {
        return (scenario, collector) -> new RunAction(scenario, flags, options, environment, words).execute(collector);
    }

    /** Refuses to run as one of several clients, as faults are injected by one process. */
    private void requireSingle() throws CommandException {
        String index = environment.variables().getOrDefault(ClientSettings.INDEX, "");
        if (!index.isEmpty()) {
            throw CommandException.usage(
                    "bin/adversity is one of several clients here (" + ClientSettings.INDEX + " is " + index
                            + "), and each would inject every fault: run it in a Job of its own that is not indexed, and add"
                            + " load with the clients of bin/ycsb or another front end");
        }
    }

    @Command(description = "Check a scenario for errors, without connecting to anything.")
    int validate(@Mixin ScenarioFlags scenario, @Mixin JsonFlag json) throws CommandException, InterruptedException {
        return act(scenario, () -> dryRun(scenario).validate(json.given()));
    }

    @Command(description = "Print every step of a scenario in order, without changing anything.")
    int plan(@Mixin ScenarioFlags scenario, @Mixin JsonFlag json) throws CommandException, InterruptedException {
        return act(scenario, () -> dryRun(scenario).plan(json.given()));
    }

    @Command(description = "List scenarios, faults, loads and clusters.")
    int list(@Mixin JsonFlag json) throws CommandException, InterruptedException {
        return act(() -> {
            ProviderListing all = ProviderListing.of(environment.variables());
            (json.given() ? List.of(CanonicalJson.pretty(all)) : all.lines()).forEach(this::out);
            return ExitCode.OK;
        });
    }

    @Command(description = "Undo what runs left behind, for example after a crash.")
    int heal(
            @Option(names = "--all", description = "Heal what every finished run left behind (default).") boolean all,
            @Option(
                            names = "--run",
                            paramLabel = "R",
                            description = "Heal what this run left behind, even if it is still running.")
                    @Nullable
                    String run,
            @Option(names = "--overdue", hidden = true) boolean overdue)
            throws CommandException, InterruptedException {
        if (all && run != null) {
            throw CommandException.usage("--all and --run exclude each other");
        }
        return act(() -> {
            JournalFolder journals = JournalFolder.here();
            Healer healer = new Healer(
                    journals, ProviderRegistry.ofClusters(), ProviderRegistry.ofFaults(), InstantSource.system());
            HealAction order = new HealAction(journals, healer, this::out, this::err);
            if (run == null) {
                return order.all();
            }
            return overdue ? order.overdue(run) : order.run(run);
        });
    }

    @Command(description = "Show how a run ended; if it was killed, check its data.")
    int check(
            @Parameters(index = "0", paramLabel = "RUN", description = "The run directory.") String run,
            @Option(
                            names = "--cluster",
                            paramLabel = "KIND[:K=V,...]",
                            description = "The cluster that holds its data, instead of the one recorded in the run.")
                    Optional<String> cluster)
            throws CommandException, InterruptedException {
        return act(() -> new CheckAction(
                        Path.of(run), cluster.map(text -> ProviderSpec.parse("--cluster", text)), this::out)
                .execute());
    }

    private DryRun dryRun(ScenarioFlags flags) throws CommandException, IOException {
        return new DryRun(flags, flags.scenario(environment.variables()), this::out);
    }

    /** Acts on a scenario, whose refusal gets file and line. */
    private int act(ScenarioFlags scenario, CommandStep<ExitCode> action)
            throws CommandException, InterruptedException {
        return act(() -> {
            try {
                return action.perform();
            } catch (IllegalArgumentException e) {
                throw scenario.located(e, environment.variables());
            }
        });
    }

    private int act(CommandStep<ExitCode> action) throws CommandException, InterruptedException {
        return CommandStep.of(() -> {
            try {
                JdbcDriver.load(jars.driver(), AdversityCommand.class.getClassLoader());
                return action.perform().code();
            } catch (WrongDataException e) {
                throw new CommandException(ExitCode.DATA, String.valueOf(e.getMessage()), e);
            }
        });
    }

    private void out(String line) {
        spec.commandLine().getOut().println(line);
    }

    private void err(String line) {
        spec.commandLine().getErr().println(line);
    }

    /**
     * Action that reports how a recorded run ended; if its process was killed before it recorded that, it checks its data.
     *
     * @param cluster instead of the one recorded in the run
     */
    private record CheckAction(Path directory, Optional<ProviderSpec> cluster, Consumer<String> out) {
        /** @return how the run itself ended, or the state of its data now; {@link ExitCode#INVALID} while it is running */
        ExitCode execute() throws IOException, InterruptedException {
            RecordedRun run = RecordedRun.read(directory);
            if (run.manifest().exitCode().isPresent()) {
                return ended(run.manifest().exitCode().getAsInt());
            }
            if (run.state() == RunState.RUNNING) {
                out.accept(directory + " is running");
                return ExitCode.INVALID;
            }
            out.accept(directory + " is incomplete: its process is gone; the figures end where the process ended");
            return new PostMortemCheck(run, cluster, out).hold();
        }

        private ExitCode ended(int code) throws IOException {
            ExitCode ended = ExitCode.of(code);
            if (ended.code() != code) {
                throw new InvalidFileException(
                        directory.resolve("manifest.json") + ": exit_code " + code + " is not an exit code of squall");
            }
            out.accept(directory + " ended with " + ended.code() + ": " + ended.meaning());
            return ended;
        }
    }

    /** Listing of the choices that {@code list} prints, as text and as JSON. */
    private record ProviderListing(
            int schemaVersion,
            List<ListedScenario> scenarios,
            List<ListedProvider> faults,
            List<ListedProvider> loads,
            List<String> clusters) {
        private static final String INDENT = "  ";
        private static final int SCHEMA_VERSION = 1;

        private record ListedScenario(String name, String description, List<String> sizes) {
            String about() {
                return description + " (sizes: " + String.join(", ", sizes) + ")";
            }
        }

        private record ListedProvider(String name, String summary) {}

        static ProviderListing of(Map<String, String> environment) throws IOException {
            ScenarioFinder finder = new ScenarioFinder(environment);
            List<ListedScenario> scenarios = new ArrayList<>();
            for (String name : finder.names()) {
                scenarios.add(new ListedScenario(
                        name, finder.read(name, ScenarioReader.FULL).description(), finder.sizes(name)));
            }
            return new ProviderListing(
                    SCHEMA_VERSION,
                    scenarios,
                    ProviderRegistry.ofFaults().all().stream()
                            .map(fault -> new ListedProvider(fault.kind(), fault.summary()))
                            .toList(),
                    ProviderRegistry.ofWorkloads().all().stream()
                            .map(workload -> new ListedProvider(workload.name(), workload.summary()))
                            .toList(),
                    ProviderRegistry.ofClusters().all().stream()
                            .map(ClusterProvider::kind)
                            .toList());
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            add(lines, "scenarios", scenarios, ListedScenario::name, ListedScenario::about);
            add(lines, "faults", faults, ListedProvider::name, ListedProvider::summary);
            add(lines, "loads", loads, ListedProvider::name, ListedProvider::summary);
            lines.add("clusters");
            clusters.stream().map(INDENT::concat).forEach(lines::add);
            return lines;
        }

        private static <T> void add(
                List<String> lines,
                String title,
                List<T> entries,
                Function<T, String> name,
                Function<T, String> about) {
            lines.add(title);
            List<TableField<T>> fields = List.of(TableField.text("name", 0, name), TableField.text("about", 0, about));
            TextTable.rows(Table.of(title, fields, entries), Integer.MAX_VALUE).stream()
                    .map(INDENT::concat)
                    .forEach(lines::add);
            lines.add("");
        }
    }
}
