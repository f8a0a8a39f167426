package squall.apps.paper;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Secrets;
import squall.cli.Signals;
import squall.cli.Surroundings;
import squall.cli.Targets;
import squall.report.reference.Form;
import squall.report.reference.Sheet;

/** {@code bin/sample-apps paper}: the experiments of the white paper of 2019. */
@Command(
        name = "paper",
        description = {
            "Runs the experiments of the white paper of 2019 in order, and prints its table: the published figures, ours"
                    + " beside them, and which of the published ones cannot be.",
            "Options behind -- go to every experiment: bin/sample-apps paper --scale 0.001 -- --username me"
        },
        footer = "Exit codes: the worst of the experiments'; 2 usage; 130, 143 ended by a signal.")
public final class PaperCommand implements Callable<Integer> {
    /** By which users call it. */
    public static final String NAME = "paper";

    private final Surroundings surroundings;
    private final Apps apps;

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

    @Parameters(arity = "0..*", paramLabel = "OPTION", description = "For every experiment; behind --.")
    private List<String> more = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private PaperCommand(Surroundings surroundings, Apps apps) {
        this.surroundings = surroundings;
        this.apps = apps;
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings, Apps apps) {
        CommandLine line = Commands.line(new PaperCommand(surroundings, apps));
        line.addMixin("common", new CommonOptions());
        line.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        return line.execute(words.toArray(String[]::new));
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        Scale size = size();
        Selection selection = new Selection(folder(), only);
        Series series = new Series(apps, adapted(selection.configs(), size), more);
        series.check();
        Map<Api, Place> places = Place.of(targets.isEmpty() ? List.of("postgres") : targets, Targets.load(), this::say);
        Optional<String> obstacle = series.obstacle(places);
        if (obstacle.isPresent()) {
            throw new CommandException(ExitCode.USAGE, "no experiment can be run: " + obstacle.get());
        }
        return run(series, places, size).code();
    }

    private ExitCode run(Series series, Map<Api, Place> places, Scale size) throws CommandException, IOException {
        PaperFolder whole = PaperFolder.create(resultsFolder(), Instant.now());
        Thread here = Thread.currentThread();
        // While an experiment runs it listens itself; between two, or while one is set up, this ends the wait.
        Signals signals = Signals.install(signal -> here.interrupt(), signal -> here.interrupt());
        try {
            Series.Ended ended = series.run(places, whole, findings -> whole.write(sheets(findings, size)), this::say);
            List<Sheet> sheets = sheets(ended.findings(), size);
            whole.write(sheets);
            Form.TEXT.lines(sheets).forEach(surroundings.out()::println);
            say("tables and runs are in " + whole.path());
            List<ExitCode> codes = new ArrayList<>(ended.codes());
            signals.exitCode().ifPresent(codes::add);
            return ExitCode.worst(codes);
        } finally {
            signals.close();
        }
    }

    private static List<Sheet> sheets(Map<String, Finding> findings, Scale size) {
        List<PublishedRow> published = PublishedRow.all();
        return List.of(new PaperTable(published, findings, size).sheet(), new RatioTable(published, findings).sheet());
    }

    private Scale size() throws CommandException {
        return new Scale(share("--scale", scale), share("--thread_scale", threadScale));
    }

    private static BigDecimal share(String option, BigDecimal share) throws CommandException {
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw new CommandException(
                    ExitCode.USAGE, option + " must be a number in (0, 1], not " + share.toPlainString());
        }
        return share;
    }

    private List<Config> adapted(List<Config> configs, Scale size) {
        List<Config> adapted = new ArrayList<>();
        for (Config config : configs) {
            Config scaled = config.scaled(size);
            Config timed = runTime.map(seconds -> scaled.with("run_time", seconds.toString()))
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
        String inherited = surroundings.environment().getOrDefault("SQUALL_RESULTS", "");
        String folder = results.orElse(inherited.isEmpty() ? "results" : inherited);
        return surroundings.folder().resolve(folder).toAbsolutePath().normalize();
    }

    private void say(String line) {
        surroundings.err().println(Secrets.mask(line));
    }
}
