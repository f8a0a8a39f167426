package squall.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.cli.AppRunFacts.LocalDatabaseCheck;
import squall.apps.cli.SessionRamp.RampSettings;
import squall.apps.output.AppStatusLines;
import squall.apps.paper.PaperCommand;
import squall.apps.paper.PaperCommand.SampleAppRunner;
import squall.apps.run.AppLoad;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.command.CommandMonitor;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.isolation.IsolationLoad;
import squall.results.file.FiguresFile;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.spi.NearestName;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.TerminalStreams;
import squall.verdict.JudgedRun;

/** {@code bin/sample-apps}: one sample application, run and judged. */
public final class SampleAppsCommand {
    private final List<String> words;
    private final CommandEnvironment surroundings;
    private final SampleAppCatalog catalogue = SampleAppCatalog.load();

    private SampleAppsCommand(List<String> words, CommandEnvironment surroundings) {
        this.words = words;
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        if (words.indexOf(PaperCommand.NAME) == 0) {
            return PaperCommand.execute(words.subList(1, words.size()), surroundings, new InProcessApps(surroundings));
        }
        SampleAppsCommand command = new SampleAppsCommand(words, surroundings);
        CommandLine line = CommandRunner.printing(line(command.catalogue), surroundings);
        line.setExecutionStrategy(command::parsed);
        return line.execute(words.toArray(String[]::new));
    }

    /** Looks at a command line that runs a workload. @throws CommandException if it cannot be run, whatever the database says */
    static void check(List<String> words, CommandEnvironment surroundings) throws CommandException {
        try {
            ParsedOptions given =
                    ParsedOptions.of(line(SampleAppCatalog.load()).parseArgs(words.toArray(String[]::new)));
            SampleAppsCommand command = new SampleAppsCommand(words, surroundings);
            mode(given);
            watching(given);
            SampleAppSettings.of(command.app(given.text("workload")), given, words, surroundings);
        } catch (ParameterException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    /** What can be typed after {@code bin/sample-apps}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(SampleAppCatalog.load()).getCommandSpec());
    }

    private static CommandLine line(SampleAppCatalog catalogue) {
        CommandLine line = CommandRunner.line(spec(catalogue));
        line.addMixin("common", new CommonOptions());
        return line;
    }

    private static CommandSpec spec(SampleAppCatalog catalogue) {
        CommandSpec spec = CommandSpec.create().name("sample-apps");
        for (AppOption flag : AppOptions.all()) {
            OptionSpec.Builder option = OptionSpec.builder(flag.names()).paramLabel(flag.value());
            if (flag.name().equals("workload")) {
                option.completionCandidates(catalogue.names());
            }
            if (flag.isSwitch()) {
                option.type(boolean.class);
            } else if (flag.name().equals(AppOptions.TAG)) {
                option.type(List.class).auxiliaryTypes(String.class).arity("1");
            } else {
                option.type(String.class).arity("1");
            }
            spec.addOption(option.build());
        }
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .type(String.class)
                .build());
        return spec;
    }

    private int parsed(ParseResult parsed) {
        try {
            return answered(parsed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(parsed, new CommandException(ExitCode.INTERRUPTED, "interrupted", e));
        } catch (CommandException | IOException | RuntimeException e) { // main's own rim: all are told alike
            return failed(parsed, e);
        }
    }

    private static int failed(ParseResult parsed, Exception e) {
        return CommandRunner.failed(
                e,
                parsed.originalArgs().contains("--debug"),
                parsed.commandSpec().commandLine().getErr());
    }

    private int answered(ParseResult parsed) throws CommandException, IOException, InterruptedException {
        PrintWriter out = parsed.commandSpec().commandLine().getOut();
        if (parsed.isVersionHelpRequested()) {
            parsed.commandSpec().commandLine().printVersionHelp(out);
            return ExitCode.OK.code();
        }
        ParsedOptions given = ParsedOptions.of(parsed);
        ClassPath.of(given.text("cp")
                .orElse("")); // the launcher has put it before ours; a place that is not there is a mistake
        Optional<String> alone =
                parsed.hasMatchedPositional(0) ? Optional.of(parsed.matchedPositionalValue(0, "")) : Optional.empty();
        if (parsed.isUsageHelpRequested()) {
            Optional<String> name = given.text("workload").or(() -> alone);
            (name.isPresent() ? AppHelp.of(app(name)) : AppHelp.of(catalogue)).forEach(out::println);
            return ExitCode.OK.code();
        }
        if (alone.isPresent()) {
            throw CommandException.usage(
                    "'" + alone.get() + "' is one argument too many; a workload is named with --workload");
        }
        return run(given).code();
    }

    private SampleApp app(Optional<String> name) throws CommandException {
        if (name.isEmpty()) {
            throw CommandException.usage(
                    "a workload is missing: --workload must be one of " + String.join(", ", catalogue.names()));
        }
        return catalogue.find(name.get()).orElseThrow(() -> CommandException.usage(unknown(name.get())));
    }

    private String unknown(String name) {
        return UnsupportedOptions.of(name)
                .map(why -> "--workload: " + why)
                .orElseGet(() -> "--workload must be one of " + String.join(", ", catalogue.names()) + ", not '" + name
                        + "'" + NearestName.hint(name, catalogue.names()));
    }

    private static void loadDriver(ParsedOptions given) throws CommandException {
        JdbcDriver.require("--driver", given.text("driver").orElse(""), SampleAppsCommand.class.getClassLoader());
    }

    private ExitCode run(ParsedOptions given) throws CommandException, IOException, InterruptedException {
        loadDriver(given);
        SampleAppSettings order = SampleAppSettings.of(app(given.text("workload")), given, words, surroundings)
                .busy();
        ProgressConsole console = new ProgressConsole(
                surroundings.err(),
                TerminalStreams.of(System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                        .err(),
                mode(given));
        MonitoringSettings watching = watching(given);
        order.terms().makeResults();
        if (order.app() instanceof IsolationApp isolation) {
            return judged(isolation, order, console, watching);
        }
        try (CommandMonitor monitor = CommandMonitor.open(watching, console::say);
                AppLoad load =
                        new AppLoad(order.setting(), order.assignment(), AppTableSetup.tables(order, console::say))) {
            return given.has("skip_workload")
                    ? dropped(load::drop, order, console)
                    : run(load, order, new Outside(console, monitor));
        }
    }

    private ExitCode judged(
            IsolationApp app, SampleAppSettings order, ProgressConsole console, MonitoringSettings watching)
            throws CommandException, IOException, InterruptedException {
        try (CommandMonitor monitor = CommandMonitor.open(watching, console::say);
                IsolationLoad load = IsolationLoads.load(app, order, console::say)) {
            if (order.given().has("skip_workload")) {
                return dropped(load::drop, order, console);
            }
            setUp(load);
            AppStatusLines lines = new AppStatusLines(
                    line -> console.printResult(surroundings.out(), line),
                    () -> 0,
                    order.given().has("output_json_metrics"));
            PreparedLoad job = new PreparedLoad(
                    "run", load, order.plan(), new AppRunFacts(order, List.of()).info(load.database()));
            return new MeasuredRun(job, order.terms(), console, monitor)
                    .execute(new SampleAppFrontEnd(
                            load, () -> order.given().has("no-verify") ? List.of() : load.check(), lines));
        }
    }

    private interface Dropping {
        void drop() throws IOException, InterruptedException;
    }

    private static ExitCode dropped(Dropping load, SampleAppSettings order, ProgressConsole console)
            throws CommandException, InterruptedException {
        try {
            load.drop();
            console.say("dropped " + String.join(", ", order.app().tables(order.setting())));
            return ExitCode.OK;
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private ExitCode run(AppLoad load, SampleAppSettings order, Outside outside)
            throws CommandException, IOException, InterruptedException {
        setUp(load);
        ProgressConsole console = outside.console();
        console.say("keys have the prefix '" + order.ground().texts().prefix() + "'");
        if (order.ramp().isEmpty()) {
            return run(load, order, List.of(), outside);
        }
        RampSettings ramp = order.ramp().get();
        ThroughputCurve curve = new SessionRamp(load, order, ramp, console).curve();
        SampleAppSettings raised =
                order.manned(ramp.workers(order.workers(), curve.best())).busy();
        return run(load.manned(raised.workers().roles(raised.assignment().split())), raised, curve.steps(), outside);
    }

    private ExitCode run(AppLoad load, SampleAppSettings order, List<ThroughputCurve.CurvePoint> steps, Outside outside)
            throws CommandException, IOException, InterruptedException {
        ProgressConsole console = outside.console();
        console.say(HumanNumbers.counted(order.workers().readers(), "reader") + ", "
                + HumanNumbers.counted(order.workers().writers(), "writer"));
        AppStatusLines lines = new AppStatusLines(
                line -> console.printResult(surroundings.out(), line),
                load::writtenKeys,
                order.given().has("output_json_metrics"));
        SampleAppFrontEnd sample =
                new SampleAppFrontEnd(load, () -> order.given().has("no-verify") ? load.seen() : load.check(), lines);
        PreparedLoad job = new PreparedLoad(
                        "run", load, order.plan(), new AppRunFacts(order, steps).info(load.database()))
                .sharedBy(order.clients());
        return new MeasuredRun(job, order.terms(), console, outside.monitor()).execute(sample);
    }

    /** Who sees the run while it goes on. */
    private record Outside(ProgressConsole console, CommandMonitor monitor) {}

    private static MonitoringSettings watching(ParsedOptions given) throws CommandException {
        return MonitoringSettings.of(new MonitoringSettings.MonitoringWords(
                given.text("metrics-port").orElse(""),
                given.text("metrics-linger").orElse(""),
                given.text("otlp-endpoint").orElse(""),
                given.text("db-metrics").orElse("")));
    }

    /** A failure without a cause is not one of reaching the database, but of what was found there. */
    private static void setUp(Load load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (IOException e) {
            if (e.getCause() instanceof CommandException known) {
                throw known;
            }
            throw new CommandException(
                    e.getCause() == null ? ExitCode.USAGE : ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private static ProgressMode mode(ParsedOptions given) throws CommandException {
        String form = given.text("progress").orElse("auto");
        for (ProgressMode mode : ProgressMode.values()) {
            if (mode.name().equalsIgnoreCase(form)) {
                return mode;
            }
        }
        throw CommandException.usage("--progress must be auto, tty, plain, json or none, not '" + form + "'");
    }

    /** This command, run by another within the same process. */
    private record InProcessApps(CommandEnvironment surroundings) implements SampleAppRunner {
        @Override
        public boolean has(String workload) {
            return SampleAppCatalog.load().find(workload).isPresent();
        }

        @Override
        public void check(List<String> words) throws CommandException {
            SampleAppsCommand.check(words, surroundings);
        }

        @Override
        public ExitCode run(List<String> words) {
            return ExitCode.of(SampleAppsCommand.execute(words, surroundings));
        }
    }

    /** Looks at the data, as far as that was wanted. */
    private interface Verification {
        List<CheckResult> results() throws InterruptedException;
    }

    /** What a sample application adds to a run: its status lines, and the verdict on its data. */
    private static final class SampleAppFrontEnd implements FrontEnd {
        private final Load load;
        private final Verification verification;
        private final AppStatusLines lines;
        private final SustainedThroughput rates = new SustainedThroughput();

        SampleAppFrontEnd(Load load, Verification verification, AppStatusLines lines) {
            this.load = load;
            this.verification = verification;
            this.lines = lines;
        }

        @Override
        public List<RunListener> listeners() {
            return List.of(lines, rates);
        }

        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return verification.results();
        }

        @Override
        public void keep(Path directory, JudgedRun run) throws IOException {
            FiguresFile.write(directory, rates.figures());
        }

        @Override
        public List<String> figures(JudgedRun run) {
            List<String> figures = new ArrayList<>(rates.lines());
            if (LocalDatabaseCheck.any(load.database().endpoints())) {
                figures.add(LocalDatabaseCheck.WARNING);
            }
            return figures;
        }
    }
}
