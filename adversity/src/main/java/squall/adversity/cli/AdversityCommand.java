package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.adversity.safety.Healer;
import squall.adversity.safety.JournalFolder;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JarOptions;
import squall.cli.command.ClientSettings;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.spi.ClusterProvider;
import squall.spi.WrongDataException;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InvalidFileException;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;

/** {@code bin/adversity}: faults that come and go while a load runs. */
@Command(
        name = "adversity",
        description = "Runs a load, injects faults while it runs, and heals every fault it injected.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or scenario; 3 expectation not met; 4 data wrong; 5 cluster unusable, or",
            "a fault left by an earlier run; 6 run invalid, a fault had no effect; 8 a fault is not healed; 130, 143 ended by a signal."
        })
public final class AdversityCommand {
    private final CommandEnvironment surroundings;
    private final List<String> words;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JarOptions jars = new JarOptions();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    private AdversityCommand(CommandEnvironment surroundings, List<String> words) {
        this.surroundings = surroundings;
        this.words = words;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        return line(surroundings, words).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/adversity}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings, List<String> words) {
        return CommandRunner.line(new AdversityCommand(surroundings, words), surroundings);
    }

    @Command(description = "Run a scenario.")
    int run(@Mixin ScenarioFlags scenario, @Mixin RunFlags flags) throws CommandException {
        return act(() -> {
            requireSingle();
            return new RepeatAction(scenario.scenario(surroundings.environment()), flags, surroundings, words)
                    .execute();
        });
    }

    /** Faults are injected by one process. */
    private void requireSingle() throws CommandException {
        String index = surroundings.environment().getOrDefault(ClientSettings.INDEX, "");
        if (!index.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "bin/adversity is one of several clients here (" + ClientSettings.INDEX + " is " + index
                            + "), and each would inject every fault: run it in a Job of its own that is not indexed, and add"
                            + " load with the clients of bin/ycsb or another front end");
        }
    }

    @Command(description = "Check a scenario for errors, without connecting to anything.")
    int validate(@Mixin ScenarioFlags scenario) throws CommandException {
        return act(() -> dryRun(scenario).validate());
    }

    @Command(description = "Print every step of a scenario in order, without changing anything.")
    int plan(@Mixin ScenarioFlags scenario) throws CommandException {
        return act(() -> dryRun(scenario).plan());
    }

    @Command(description = "List scenarios, faults, loads and clusters.")
    int list() throws CommandException {
        return act(() -> {
            ProviderListing.of(surroundings.environment()).forEach(this::out);
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
            throws CommandException {
        if (all && run != null) {
            throw new CommandException(ExitCode.USAGE, "--all and --run exclude each other");
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
            throws CommandException {
        return act(() -> new CheckAction(
                        Path.of(run), cluster.map(text -> ProviderSpec.parse("--cluster", text)), this::out)
                .execute());
    }

    private DryRun dryRun(ScenarioFlags flags) throws CommandException, IOException {
        return new DryRun(flags, flags.scenario(surroundings.environment()), this::out);
    }

    private int act(Action action) throws CommandException {
        try {
            JdbcDriver.load(jars.driver(), AdversityCommand.class.getClassLoader());
            return action.act().code();
        } catch (IllegalArgumentException e) { // an invalid scenario, option or name
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (WrongDataException e) {
            throw new CommandException(ExitCode.DATA, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private void out(String line) {
        spec.commandLine().getOut().println(line);
    }

    private void err(String line) {
        spec.commandLine().getErr().println(line);
    }

    /** What a subcommand does. */
    @FunctionalInterface
    private interface Action {
        ExitCode act() throws CommandException, IOException, InterruptedException;
    }

    /**
     * Repeats a scenario as requested, each time with the next seed, so that targets and moments differ.
     *
     * <p>Each run has its own directory; the summary of each has the spread of this run and all before it.
     */
    private record RepeatAction(
            Scenario scenario, RunFlags flags, CommandEnvironment surroundings, List<String> words) {
        /** After these a further run would say nothing of the database, or do harm. */
        private static final Set<ExitCode> LAST = EnumSet.of(
                ExitCode.NOT_HEALED,
                ExitCode.INTERNAL_ERROR,
                ExitCode.USAGE,
                ExitCode.UNREACHABLE,
                ExitCode.INTERRUPTED,
                ExitCode.TERMINATED);

        /** @return the worst of all */
        ExitCode execute() throws CommandException, IOException, InterruptedException {
            RepetitionCollector repeated = new RepetitionCollector(flags.repeat());
            ExitCode worst = ExitCode.OK;
            for (int run = 0; run < flags.repeat() && !LAST.contains(worst); run++) {
                Scenario seeded =
                        scenario.with(scenario.rules().withSeed(scenario.rules().seed() + run));
                ExitCode code = new RunAction(seeded, flags, surroundings, words).execute(repeated);
                worst = ExitCode.worst(List.of(worst, code));
            }
            return worst;
        }
    }

    /**
     * Tells how a recorded run ended; where its process was killed before it could say so, judges its data.
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

    /** What there is to choose from, as lines. */
    private static final class ProviderListing {
        private static final String INDENT = "  ";

        private ProviderListing() {}

        static List<String> of(Map<String, String> environment) throws IOException {
            List<String> lines = new ArrayList<>();
            add(lines, "scenarios", scenarios(environment));
            Map<String, String> faults = new LinkedHashMap<>();
            ProviderRegistry.ofFaults().all().forEach(fault -> faults.put(fault.kind(), fault.summary()));
            add(lines, "faults", faults);
            Map<String, String> loads = new LinkedHashMap<>();
            ProviderRegistry.ofLoads().all().forEach(load -> loads.put(load.kind(), load.summary()));
            add(lines, "loads", loads);
            lines.add("clusters");
            ProviderRegistry.ofClusters().all().stream()
                    .map(ClusterProvider::kind)
                    .map(INDENT::concat)
                    .forEach(lines::add);
            return lines;
        }

        private static Map<String, String> scenarios(Map<String, String> environment) throws IOException {
            ScenarioFinder scenarios = new ScenarioFinder(environment);
            Map<String, String> lines = new LinkedHashMap<>();
            for (String name : scenarios.names()) {
                lines.put(
                        name,
                        scenarios.read(name, ScenarioReader.FULL).description() + " (sizes: "
                                + String.join(", ", scenarios.sizes(name)) + ")");
            }
            return lines;
        }

        private static void add(List<String> lines, String title, Map<String, String> entries) {
            lines.add(title);
            List<TableField<Map.Entry<String, String>>> fields = List.of(
                    TableField.text("name", 0, Map.Entry::getKey), TableField.text("about", 0, Map.Entry::getValue));
            TextTable.rows(Table.of(title, fields, List.copyOf(entries.entrySet())), Integer.MAX_VALUE).stream()
                    .map(INDENT::concat)
                    .forEach(lines::add);
            lines.add("");
        }
    }
}
