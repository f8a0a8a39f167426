package squall.apps.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import squall.apps.App;
import squall.apps.Catalogue;
import squall.apps.output.StatusLines;
import squall.apps.paper.PaperCommand;
import squall.apps.run.AppLoad;
import squall.cli.ClassPath;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Syntax;
import squall.cli.progress.Console;
import squall.cli.progress.Mode;
import squall.command.Job;
import squall.command.MeasuredRun;
import squall.command.Monitor;
import squall.command.Watching;
import squall.spi.Nearest;
import squall.sql.JdbcDriver;

/** {@code bin/sample-apps}: one sample application, run and judged. */
public final class SampleAppsCommand {
    private final List<String> words;
    private final Surroundings surroundings;
    private final Catalogue catalogue = Catalogue.load();

    private SampleAppsCommand(List<String> words, Surroundings surroundings) {
        this.words = words;
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        if (words.indexOf(PaperCommand.NAME) == 0) {
            return PaperCommand.execute(words.subList(1, words.size()), surroundings, new InProcess(surroundings));
        }
        SampleAppsCommand command = new SampleAppsCommand(words, surroundings);
        CommandLine line = line(command.catalogue);
        line.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        line.setExecutionStrategy(command::parsed);
        return line.execute(words.toArray(String[]::new));
    }

    /** Looks at a command line that runs a workload. @throws CommandException if it cannot be run, whatever the database says */
    static void check(List<String> words, Surroundings surroundings) throws CommandException {
        try {
            Given given = Given.of(line(Catalogue.load()).parseArgs(words.toArray(String[]::new)));
            SampleAppsCommand command = new SampleAppsCommand(words, surroundings);
            mode(given);
            watching(given);
            Order.of(command.app(given.text("workload")), given, words, surroundings);
        } catch (ParameterException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    /** What can be typed after {@code bin/sample-apps}, for shells that complete it. */
    public static Syntax syntax() {
        return PicocliSyntax.of(line(Catalogue.load()).getCommandSpec());
    }

    private static CommandLine line(Catalogue catalogue) {
        CommandLine line = Commands.line(spec(catalogue));
        line.addMixin("common", new CommonOptions());
        return line;
    }

    private static CommandSpec spec(Catalogue catalogue) {
        CommandSpec spec = CommandSpec.create().name("sample-apps");
        for (Flag flag : Flags.all()) {
            OptionSpec.Builder option = OptionSpec.builder(flag.names()).paramLabel(flag.value());
            if (flag.name().equals("workload")) {
                option.completionCandidates(catalogue.names());
            }
            spec.addOption(
                    flag.isSwitch()
                            ? option.type(boolean.class).build()
                            : option.type(String.class).arity("1").build());
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
        return Commands.failed(
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
        Given given = Given.of(parsed);
        ClassPath.of(given.text("cp")
                .orElse("")); // the launcher has put it before ours; a place that is not there is a mistake
        Optional<String> alone =
                parsed.hasMatchedPositional(0) ? Optional.of(parsed.matchedPositionalValue(0, "")) : Optional.empty();
        if (parsed.isUsageHelpRequested()) {
            Optional<String> name = given.text("workload").or(() -> alone);
            (name.isPresent() ? Help.of(app(name)) : Help.of(catalogue)).forEach(out::println);
            return ExitCode.OK.code();
        }
        if (alone.isPresent()) {
            throw Given.usage("'" + alone.get() + "' is one argument too many; a workload is named with --workload");
        }
        return run(given).code();
    }

    private App app(Optional<String> name) throws CommandException {
        if (name.isEmpty()) {
            throw Given.usage(
                    "a workload is missing: --workload must be one of " + String.join(", ", catalogue.names()));
        }
        return catalogue.find(name.get()).orElseThrow(() -> Given.usage(unknown(name.get())));
    }

    private String unknown(String name) {
        return Refusals.of(name)
                .map(why -> "--workload: " + why)
                .orElseGet(() -> "--workload must be one of " + String.join(", ", catalogue.names()) + ", not '" + name
                        + "'" + Nearest.hint(name, catalogue.names()));
    }

    private static void loadDriver(Given given) throws CommandException {
        try {
            JdbcDriver.load(given.text("driver").orElse(""), SampleAppsCommand.class.getClassLoader());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--driver: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, "--driver: " + e.getMessage(), e);
        }
    }

    private ExitCode run(Given given) throws CommandException, IOException, InterruptedException {
        loadDriver(given);
        Order order = Order.of(app(given.text("workload")), given, words, surroundings);
        Console console = new Console(
                surroundings.err(),
                Terminal.of(System.getProperties(), surroundings.environment(), Terminal.Color.AUTO)
                        .err(),
                mode(given));
        Watching watching = watching(given);
        order.terms().makeResults();
        try (Monitor monitor = Monitor.open(watching, console::say);
                AppLoad load =
                        new AppLoad(order.setting(), order.assignment(), Databases.tables(order, console::say))) {
            return given.has("skip_workload")
                    ? dropped(load, order, console)
                    : run(load, order, new Outside(console, monitor));
        }
    }

    private static ExitCode dropped(AppLoad load, Order order, Console console)
            throws CommandException, InterruptedException {
        try {
            load.drop();
            console.say("dropped " + String.join(", ", order.app().tables(order.setting())));
            return ExitCode.OK;
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private ExitCode run(AppLoad load, Order order, Outside outside)
            throws CommandException, IOException, InterruptedException {
        setUp(load);
        Console console = outside.console();
        console.say("keys have the prefix '" + order.ground().texts().prefix() + "'");
        if (order.ramp().isEmpty()) {
            return run(load, order, List.of(), outside);
        }
        Ramp ramp = order.ramp().get();
        Curve curve = new Climb(load, order, ramp, console).curve();
        Order raised = order.manned(ramp.crew(order.crew(), curve.best()));
        return run(load.manned(raised.crew().roles()), raised, curve.steps(), outside);
    }

    private ExitCode run(AppLoad load, Order order, List<Curve.Step> steps, Outside outside)
            throws CommandException, IOException, InterruptedException {
        Console console = outside.console();
        console.say(order.crew().readers() + " readers, " + order.crew().writers() + " writers");
        StatusLines lines = new StatusLines(
                line -> console.beside(surroundings.out(), line),
                load::writtenKeys,
                order.given().has("output_json_metrics"));
        Sample sample = new Sample(load, !order.given().has("no-verify"), lines);
        Job job = new Job("run", load, order.plan(), new Facts(order, steps).info(load.database()));
        return new MeasuredRun(job, order.terms(), console, outside.monitor()).execute(sample);
    }

    /** Who sees the run while it goes on. */
    private record Outside(Console console, Monitor monitor) {}

    private static Watching watching(Given given) throws CommandException {
        return Watching.of(new Watching.Words(
                given.text("metrics-port").orElse(""),
                given.text("metrics-linger").orElse(""),
                given.text("otlp-endpoint").orElse(""),
                given.text("db-metrics").orElse("")));
    }

    /** A failure without a cause is not one of reaching the database, but of what was found there. */
    private static void setUp(AppLoad load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (IOException e) {
            throw new CommandException(
                    e.getCause() == null ? ExitCode.USAGE : ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private static Mode mode(Given given) throws CommandException {
        String form = given.text("progress").orElse("auto");
        for (Mode mode : Mode.values()) {
            if (mode.name().equalsIgnoreCase(form)) {
                return mode;
            }
        }
        throw Given.usage("--progress must be auto, tty, plain, json or none, not '" + form + "'");
    }
}
