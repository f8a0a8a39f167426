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
import picocli.CommandLine.ParseResult;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.apps.cli.AppOptions.AppOption;
import squall.apps.cli.AppRunFacts.LocalDatabaseCheck;
import squall.apps.output.AppStatusLines;
import squall.apps.run.AppLoad;
import squall.apps.run.IsolationLoad;
import squall.apps.run.SampleAppLoad;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
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
        SampleAppSettings settings = SampleAppSettings.of(
                        app(given.text("workload")), given, given.run().clients(environment), words, environment)
                .busy();
        ProgressConsole console = given.run().console(environment);
        MonitoringSettings watching = given.run().monitoring();
        settings.terms().makeResults();
        try (RepeatedMessages start = new RepeatedMessages(console::say);
                CommandMonitor monitor = CommandMonitor.open(watching, console::say);
                SampleAppLoad load = new PreparedApp(settings, start).connected()) {
            if (given.has("skip_workload")) {
                load.drop();
                console.say("dropped " + String.join(", ", settings.app().tables(settings.context())));
                return ExitCode.OK;
            }
            settings.clients().requireBarrier(load::barrier);
            DatabaseStep.setUp(load);
            RunOutput output = new RunOutput(console, monitor);
            return switch (load) {
                case AppLoad keyed -> keyed(keyed, settings, output);
                case IsolationLoad isolation -> measured(isolation, settings, List.of(), output);
            };
        }
    }

    private ExitCode keyed(AppLoad load, SampleAppSettings settings, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        ProgressConsole console = output.console();
        console.say("keys have the prefix '" + settings.keySettings().texts().prefix() + "'");
        if (settings.ramp().isEmpty()) {
            return keyed(load, settings, List.of(), output);
        }
        SessionRamp ramp = settings.ramp().get();
        List<SearchStep> steps = ramp.execute(load, settings, console);
        SampleAppSettings raised = settings.with(ramp.workers(settings.workers(), ramp.best(steps)))
                .busy();
        return keyed(load.with(raised.workers().roles(raised.assignment().split())), raised, steps, output);
    }

    private ExitCode keyed(AppLoad load, SampleAppSettings settings, List<SearchStep> steps, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        output.console()
                .say(HumanNumbers.counted(settings.workers().readers(), "reader") + ", "
                        + HumanNumbers.counted(settings.workers().writers(), "writer"));
        return measured(load, settings, steps, output);
    }

    private ExitCode measured(SampleAppLoad load, SampleAppSettings settings, List<SearchStep> steps, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        PreparedLoad job = new PreparedLoad(
                "run",
                load,
                settings.plan(),
                new AppRunFacts(settings, steps).info(load.database()),
                settings.clients());
        AppStatusLines lines = new AppStatusLines(
                line -> output.console().printResult(environment.out(), line),
                load::writtenKeys,
                settings.given().has("output_json_metrics"));
        return new MeasuredRun(job, settings.terms(), output.console(), output.monitor())
                .execute(
                        new SampleAppFrontEnd(load, settings.given().run().verify(), lines, new SustainedThroughput()));
    }

    /** Console and monitor that observe the run while it is under way. */
    private record RunOutput(ProgressConsole console, CommandMonitor monitor) {}

    /** Front end of a sample application: adds its status lines and the verdict on its data to a run. @param verify whether it is read */
    private record SampleAppFrontEnd(
            SampleAppLoad load, boolean verify, AppStatusLines lines, SustainedThroughput rates) implements FrontEnd {
        @Override
        public List<RunListener> listeners() {
            return List.of(lines, rates);
        }

        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return verify ? load.check() : load.seen();
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
