package squall.apps.paper;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.apps.paper.ExperimentSeries.ExperimentResult;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.Signals;
import squall.cli.TargetRegistry;
import squall.cli.command.RunTags;
import squall.report.format.TableFormat;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.SecretMasking;
import squall.table.Table;

/** {@code bin/sample-apps paper}: the experiments of the white paper of 2019. */
@Command(
        name = "paper",
        description = {
            "Runs the experiments of the white paper of 2019 in order, and prints the published figures with ours"
                    + " and says which of the published ones cannot hold.",
            "Options behind -- go to every experiment: bin/sample-apps paper --scale 0.001 -- --username me"
        },
        footer = "Exit codes: the worst of the experiments'; 2 usage; 130, 143 ended by a signal.")
public final class PaperCommand implements Callable<Integer> {
    /** By which users call it. */
    public static final String NAME = "paper";

    private final CommandEnvironment surroundings;
    private final SampleAppRunner apps;

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "Where to run: postgres, cassandra, or an address; one for each API (default: postgres).")
    private List<String> targets = new ArrayList<>();

    @Option(
            names = "--scale",
            paramLabel = "SHARE",
            defaultValue = "1",
            description = "Of the paper's keys, operations and warm-up (default: ${DEFAULT-VALUE}).")
    private BigDecimal scale;

    @Option(
            names = "--thread_scale",
            paramLabel = "SHARE",
            defaultValue = "1",
            description = "Of the paper's threads (default: ${DEFAULT-VALUE}).")
    private BigDecimal threadScale;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Experiments, over one API (wp-index-reads-sql) or both (wp-index-reads); default: all.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--run_time",
            paramLabel = "SECONDS",
            description = "Ends each experiment after that time, if it is not over by then.")
    private Optional<Integer> runTime = Optional.empty();

    @Option(names = "--truncate", description = "Empties the tables of experiments that insert, before they do.")
    private boolean truncate;

    @Option(
            names = "--experiments",
            paramLabel = "DIR",
            description = "Files of the experiments (default: workloads/whitepaper of this installation).")
    private Optional<Path> experiments = Optional.empty();

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where the folder of the whole is made; else SQUALL_RESULTS, else ./results.")
    private Optional<String> results = Optional.empty();

    @Mixin
    private RunTags tags = new RunTags();

    @Parameters(arity = "0..*", paramLabel = "OPTION", description = "For every experiment; behind --.")
    private List<String> more = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private PaperCommand(CommandEnvironment surroundings, SampleAppRunner apps) {
        this.surroundings = surroundings;
        this.apps = apps;
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings, SampleAppRunner apps) {
        return CommandRunner.line(new PaperCommand(surroundings, apps), surroundings)
                .execute(words.toArray(String[]::new));
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        PaperScale size = size();
        ExperimentSelection selection = new ExperimentSelection(folder(), only);
        ExperimentSeries series = new ExperimentSeries(apps, adapted(selection.configs(), size), options());
        series.check();
        Map<PaperApi, PaperDatabase> places =
                PaperDatabase.of(targets.isEmpty() ? List.of("postgres") : targets, TargetRegistry.load(), this::say);
        Optional<String> obstacle = series.obstacle(places);
        if (obstacle.isPresent()) {
            throw new CommandException(ExitCode.USAGE, "no experiment can be run: " + obstacle.get());
        }
        return run(series, places, size).code();
    }

    /** For every experiment. */
    private List<String> options() throws CommandException {
        return Stream.concat(tags.words(surroundings).stream(), more.stream()).toList();
    }

    private ExitCode run(ExperimentSeries series, Map<PaperApi, PaperDatabase> places, PaperScale size)
            throws CommandException, IOException {
        ExperimentSeries.PaperFolder whole = ExperimentSeries.PaperFolder.create(resultsFolder(), Instant.now());
        ExperimentSeries.SetupInterruption interruption = new ExperimentSeries.SetupInterruption();
        Signals signals = Signals.install(signal -> interruption.ask(), signal -> interruption.ask());
        try {
            ExperimentSeries.SeriesEnd ended = series.run(places, whole, interruption, listener(whole, size));
            List<Table> tables = tables(ended.findings(), size);
            whole.write(tables);
            TableFormat.TEXT.lines(tables).forEach(surroundings.out()::println);
            say("tables and runs are in " + whole.path());
            return ExitCode.worst(Stream.concat(signals.exitCode().stream(), ended.codes().stream())
                    .toList());
        } finally {
            signals.close();
        }
    }

    private ExperimentSeries.Listener listener(ExperimentSeries.PaperFolder whole, PaperScale size) {
        return new ExperimentSeries.Listener() {
            @Override
            public void begins(ExperimentConfig config) {
                say(config.name() + ": " + String.join(" ", config.words()));
            }

            @Override
            public void ended(Map<String, ExperimentResult> findings) throws IOException {
                whole.write(tables(findings, size));
            }
        };
    }

    private static List<Table> tables(Map<String, ExperimentResult> findings, PaperScale size) {
        List<PublishedRow> published = PublishedRow.all();
        return List.of(new PaperTable(published, findings, size).table(), new RatioTable(published, findings).table());
    }

    private PaperScale size() throws CommandException {
        return new PaperScale(share("--scale", scale), share("--thread_scale", threadScale));
    }

    private static BigDecimal share(String option, BigDecimal share) throws CommandException {
        if (!PaperScale.isShare(share)) {
            throw new CommandException(
                    ExitCode.USAGE, option + " must be a number in (0, 1], not " + share.toPlainString());
        }
        return share;
    }

    private List<ExperimentConfig> adapted(List<ExperimentConfig> configs, PaperScale size) {
        List<ExperimentConfig> adapted = new ArrayList<>();
        for (ExperimentConfig config : configs) {
            ExperimentConfig scaled = config.scaled(size);
            ExperimentConfig timed = runTime.map(seconds -> scaled.with("run_time", seconds.toString()))
                    .orElse(scaled);
            adapted.add(truncate && timed.inserts() ? timed.with("truncate", "") : timed);
        }
        return adapted;
    }

    private Path folder() {
        return experiments
                .map(surroundings.folder()::resolve)
                .orElseGet(
                        () -> surroundings.home().orElse(surroundings.folder()).resolve("workloads/whitepaper"));
    }

    private Path resultsFolder() {
        String folder = surroundings.results(results);
        return surroundings.folder().resolve(folder).toAbsolutePath().normalize();
    }

    private void say(String line) {
        surroundings.err().println(SecretMasking.mask(line));
    }

    /**
     * Which experiments are asked for.
     *
     * @param folder of their files
     * @param names of experiments over one API or both; none: all
     */
    record ExperimentSelection(Path folder, List<String> names) {
        ExperimentSelection {
            names = List.copyOf(names);
        }

        /** In the order of the paper. @throws CommandException if a name is none, or a file is not as it should be */
        List<ExperimentConfig> configs() throws CommandException {
            requireKnown();
            List<ExperimentConfig> configs = new ArrayList<>();
            for (PaperExperiment experiment : PaperExperiment.values()) {
                for (PaperApi api : PaperApi.values()) {
                    if (names.isEmpty() || names.contains(experiment.stem()) || names.contains(experiment.name(api))) {
                        configs.add(read(experiment, api));
                    }
                }
            }
            return configs;
        }

        private ExperimentConfig read(PaperExperiment experiment, PaperApi api) throws CommandException {
            try {
                return ExperimentConfig.read(folder, experiment, api);
            } catch (IOException e) {
                throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
            }
        }

        private void requireKnown() throws CommandException {
            List<String> known = new ArrayList<>();
            for (PaperExperiment experiment : PaperExperiment.values()) {
                known.add(experiment.stem());
                for (PaperApi api : PaperApi.values()) {
                    known.add(experiment.name(api));
                }
            }
            for (String name : names) {
                if (!known.contains(name)) {
                    throw new CommandException(
                            ExitCode.USAGE,
                            "--only must be names of experiments, " + String.join(", ", known) + ", not '" + name + "'"
                                    + NearestName.hint(name, known));
                }
            }
        }
    }

    /** What the paper needs of {@code bin/sample-apps}. */
    public interface SampleAppRunner {
        /** Whether this installation has a workload of that name. */
        boolean has(String workload);

        /** Looks at a command line without running it. @throws CommandException if it cannot be run; the message says why */
        void check(List<String> words) throws CommandException;

        /** Runs a command line to its end and tells what it prints; failures are exit codes. */
        ExitCode run(List<String> words);
    }
}
