package squall.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import squall.apps.IsolationApp;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.cli.AppRunFacts.LocalDatabaseCheck;
import squall.apps.output.AppStatusLines;
import squall.apps.run.AppLoad;
import squall.apps.run.IsolationLoad;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.StartMessages;
import squall.cli.StartMessages.RepeatedMessages;
import squall.cli.command.CommandMonitor;
import squall.cli.command.DatabaseStep;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunOptions;
import squall.cli.command.SessionSearch.SearchStep;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.cli.progress.ProgressConsole;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.results.file.FiguresFile;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.spi.NearestName;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.verdict.JudgedRun;

/** Command {@code bin/sample-apps}, which runs and judges one sample application. */
public final class SampleAppsCommand {
    private final List<String> words;
    private final CommandEnvironment environment;
    private final SampleAppCatalog catalogue = SampleAppCatalog.load();

    private SampleAppsCommand(List<String> words, CommandEnvironment environment) {
        this.words = words;
        this.environment = environment;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the given streams only. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        SampleAppsCommand command = new SampleAppsCommand(words, environment);
        CommandLine line = CommandRunner.printing(line(command.catalogue), environment);
        line.setExecutionStrategy(parsed -> {
            CommandRunner.requireValues(parsed);
            return command.parsed(parsed);
        });
        return line.execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of {@code bin/sample-apps}, for completion in shells. */
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
            } else if (flag.name().equals(RunOptions.TAG.name())) {
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
        } catch (CommandException
                | IOException
                | InterruptedException
                | RuntimeException e) { // main's own rim: all are told alike
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
            throw CommandException.usage("'" + alone.get()
                    + "' is one argument too many; a workload is named with --workload, and the white paper's"
                    + " experiments are bin/experiment run paper-workloads");
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
                .orElseGet(() -> "--workload: there is no workload '" + name + "'"
                        + NearestName.choice(name, catalogue.names()));
    }

    private static void loadDriver(ParsedOptions given) throws CommandException {
        JdbcDriver.require("--driver", given.text("driver").orElse(""), SampleAppsCommand.class.getClassLoader());
    }

    private ExitCode run(ParsedOptions given) throws CommandException, IOException, InterruptedException {
        loadDriver(given);
        SampleAppSettings settings = SampleAppSettings.of(app(given.text("workload")), given, words, environment)
                .busy();
        ProgressConsole console = given.run().console(environment);
        MonitoringSettings watching = given.run().monitoring();
        settings.terms().makeResults();
        try (RepeatedMessages start = new RepeatedMessages(console::say);
                CommandMonitor monitor = CommandMonitor.open(watching, console::say)) {
            RunOutput output = new RunOutput(console, monitor, start);
            return settings.app() instanceof IsolationApp isolation
                    ? judged(isolation, settings, output)
                    : keyed(settings, output);
        }
    }

    private ExitCode judged(IsolationApp app, SampleAppSettings settings, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        try (IsolationLoad load = IsolationLoads.load(app, settings, output.start())) {
            if (settings.given().has("skip_workload")) {
                return dropped(load::drop, settings, output.console());
            }
            DatabaseStep.setUp(load);
            SampleAppFrontEnd sample = new SampleAppFrontEnd(
                    load,
                    () -> settings.given().run().verify() ? load.check() : List.of(),
                    lines(settings, output, () -> 0));
            return measured(load, sample, settings, List.of(), output);
        }
    }

    private ExitCode keyed(SampleAppSettings settings, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        try (AppLoad load = AppTableSetup.load(settings, output.start())) {
            return settings.given().has("skip_workload")
                    ? dropped(load::drop, settings, output.console())
                    : run(load, settings, output);
        }
    }

    private interface Dropping {
        void drop() throws IOException, InterruptedException;
    }

    private static ExitCode dropped(Dropping load, SampleAppSettings settings, ProgressConsole console)
            throws IOException, InterruptedException {
        load.drop();
        console.say("dropped " + String.join(", ", settings.app().tables(settings.context())));
        return ExitCode.OK;
    }

    private ExitCode run(AppLoad load, SampleAppSettings settings, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        DatabaseStep.setUp(load);
        ProgressConsole console = output.console();
        console.say("keys have the prefix '" + settings.keySettings().texts().prefix() + "'");
        if (settings.ramp().isEmpty()) {
            return run(load, settings, List.of(), output);
        }
        SessionRamp ramp = settings.ramp().get();
        List<SearchStep> steps = ramp.execute(load, settings, console);
        SampleAppSettings raised = settings.with(ramp.workers(settings.workers(), ramp.best(steps)))
                .busy();
        return run(load.with(raised.workers().roles(raised.assignment().split())), raised, steps, output);
    }

    private ExitCode run(AppLoad load, SampleAppSettings settings, List<SearchStep> steps, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        ProgressConsole console = output.console();
        console.say(HumanNumbers.counted(settings.workers().readers(), "reader") + ", "
                + HumanNumbers.counted(settings.workers().writers(), "writer"));
        SampleAppFrontEnd sample = new SampleAppFrontEnd(
                load,
                () -> settings.given().run().verify() ? load.check() : load.seen(),
                lines(settings, output, load::writtenKeys));
        return measured(load, sample, settings, steps, output);
    }

    private AppStatusLines lines(SampleAppSettings settings, RunOutput output, LongSupplier writtenKeys) {
        return new AppStatusLines(
                line -> output.console().printResult(environment.out(), line),
                writtenKeys,
                settings.given().has("output_json_metrics"));
    }

    private static ExitCode measured(
            Load load, FrontEnd frontEnd, SampleAppSettings settings, List<SearchStep> steps, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        PreparedLoad job = new PreparedLoad(
                "run",
                load,
                settings.plan(),
                new AppRunFacts(settings, steps).info(load.database()),
                settings.clients());
        return new MeasuredRun(job, settings.terms(), output.console(), output.monitor()).execute(frontEnd);
    }

    /** Console and monitor that observe the run while it is under way. @param start of the database */
    private record RunOutput(ProgressConsole console, CommandMonitor monitor, StartMessages start) {}

    /** Check of the data, as far as the options ask for it. */
    private interface Verification {
        List<CheckResult> results() throws InterruptedException;
    }

    /** Front end of a sample application: adds its status lines and the verdict on its data to a run. */
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
            if (LocalDatabaseCheck.any(load.database().endpoints(), figures::add)) {
                figures.add(LocalDatabaseCheck.WARNING);
            }
            return figures;
        }
    }
}
