package squall.ycsb.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.StartMessages.RepeatedMessages;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunOptions;
import squall.cli.command.RunSeed;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.results.RunInfo;
import squall.spi.CheckResult;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.SquallVersion;
import squall.verdict.JudgedRun;
import squall.ycsb.ClientProperties;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cli.PreparedWorks.PreparedWork;
import squall.ycsb.cli.YcsbSyntax.YcsbHelp;
import squall.ycsb.output.YcsbOutput;
import squall.ycsb.output.YcsbReport;
import squall.ycsb.store.YcsbSchema;

/** {@code bin/ycsb}: YCSB's command line on Squall's engine. */
public final class YcsbCommand {
    private static final String DEBUG = "--debug";
    private static final String JSON_EXPORTER = "site.ycsb.measurements.exporter.JSONMeasurementsExporter";

    /** The origin of a drawn seed. */
    private static final String DRAWN = "drawn";

    private final CommandEnvironment environment;

    private YcsbCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        boolean debug = words.contains(DEBUG);
        List<String> rest = words.stream().filter(word -> !word.equals(DEBUG)).toList();
        try {
            return new YcsbCommand(environment).execute(rest).code();
        } catch (Exception e) { // whatever it is, the user gets one line and an exit code
            return CommandRunner.failed(e, debug, new PrintWriter(environment.err(), true, Charset.defaultCharset()));
        }
    }

    private ExitCode execute(List<String> words) throws CommandException, IOException, InterruptedException {
        if (words.isEmpty() || words.contains("--help") || words.contains("-h")) {
            YcsbHelp.print(words.isEmpty() ? environment.err() : environment.out());
            return words.isEmpty() ? ExitCode.USAGE : ExitCode.OK;
        }
        if (words.contains("--version")) {
            environment.out().println(SquallVersion.current().line());
            return ExitCode.OK;
        }
        YcsbConfiguration configuration = YcsbConfiguration.of(YcsbArguments.parse(words), environment);
        configuration = configuration.with(complete(configuration.properties()));
        try (URLClassLoader classes =
                ClassPath.of(configuration.arguments().classPath()).loader(YcsbCommand.class.getClassLoader())) {
            return configuration.arguments().command() == YcsbArguments.Command.SHELL
                    ? shell(configuration, classes)
                    : measured(configuration, words, classes);
        }
    }

    private ExitCode measured(YcsbConfiguration configuration, List<String> words, ClassLoader classes)
            throws CommandException, IOException, InterruptedException {
        ProgressConsole console = console(configuration.properties());
        return new YcsbMeasuredRun(configuration, environment, words, console).execute(classes);
    }

    private ExitCode shell(YcsbConfiguration configuration, ClassLoader classes) throws CommandException, IOException {
        configuration.arguments().requireShell();
        configuration.requireKnownNames(environment.err()::println);
        configuration.notes().forEach(environment.err()::println);
        int code = new YcsbShell(YcsbSchema.of(configuration.properties()).table())
                .run(
                        configuration.shellDb(classes),
                        new InputStreamReader(environment.in(), Charset.defaultCharset()),
                        environment.out());
        return ExitCode.of(code);
    }

    /** Adds the settings that are drawn or follow from others. */
    private YcsbProperties complete(YcsbProperties properties) throws CommandException {
        RunOptions options = SquallProperties.run(properties);
        RunSeed seed = options.seed(options.clients(environment));
        YcsbProperties seeded =
                seed.drawn() ? properties.with(SquallProperties.SEED, String.valueOf(seed.value()), DRAWN) : properties;
        boolean json = seeded.get(SquallProperties.JSON) && !seeded.isSet(ClientProperties.EXPORTER);
        return json ? seeded.with(ClientProperties.EXPORTER, JSON_EXPORTER, "--json") : seeded;
    }

    /** Returns the console. Status lines are progress already: without a request for another form they are the only one. */
    private ProgressConsole console(YcsbProperties properties) throws CommandException {
        if (properties.get(SquallProperties.QUIET) && properties.isSet(SquallProperties.PROGRESS)) {
            throw CommandException.usage(SquallProperties.QUIET.name() + " and " + SquallProperties.PROGRESS.name()
                    + " contradict each other; keep one");
        }
        ProgressMode mode =
                properties.get(SquallProperties.QUIET) ? ProgressMode.NONE : properties.get(SquallProperties.PROGRESS);
        return mode == ProgressMode.AUTO && properties.get(ClientProperties.STATUS)
                ? ProgressConsole.withStatusLines(
                        environment.err(), environment.streams().err())
                : new ProgressConsole(environment.err(), environment.streams().err(), mode);
    }

    /** The commands {@code load} and {@code run}: makes the work, and has it run and reported in YCSB's way. */
    private static final class YcsbMeasuredRun {
        private final YcsbConfiguration configuration;
        private final YcsbProperties properties;
        private final CommandEnvironment environment;
        private final List<String> words;
        private final ProgressConsole console;

        /** @param words the command line as typed */
        YcsbMeasuredRun(
                YcsbConfiguration configuration,
                CommandEnvironment environment,
                List<String> words,
                ProgressConsole console) {
            this.configuration = configuration;
            this.properties = configuration.properties();
            this.environment = environment;
            this.words = words;
            this.console = console;
        }

        ExitCode execute(ClassLoader classes) throws CommandException, IOException, InterruptedException {
            configuration.requireKnownNames(console::say);
            configuration.notes().forEach(console::say);
            RunOptions options = SquallProperties.run(properties);
            MonitoringSettings monitoring = options.monitoring();
            ClientSettings clients = options.clients(environment);
            RunTerms terms = options.terms(environment, reproduce());
            terms.makeResults();
            try (RepeatedMessages start = new RepeatedMessages(console::say);
                    CommandMonitor monitor = CommandMonitor.open(monitoring, console::say);
                    YcsbOutput output = output();
                    PreparedWork work = new PreparedWorks(configuration, classes, start, clients).make()) {
                output.warnings().forEach(console::say);
                return new MeasuredRun(preparedLoad(work, output, clients), terms, console, monitor)
                        .execute(new YcsbFrontEnd(work, output, properties, environment));
            }
        }

        private YcsbOutput output() throws CommandException {
            try {
                return YcsbOutput.of(properties);
            } catch (IOException e) {
                throw CommandException.usage(e);
            }
        }

        private PreparedLoad preparedLoad(PreparedWork work, YcsbOutput output, ClientSettings clients) {
            String phase = configuration.arguments().command().name().toLowerCase(Locale.ROOT);
            return new PreparedLoad(
                    phase,
                    output.watched(work.load(), work.plan().windows().getLast()),
                    work.plan(),
                    info(work),
                    clients);
        }

        private RunInfo info(PreparedWork work) {
            Map<String, String> files = new LinkedHashMap<>();
            configuration.files().forEach(file -> files.put(file.name(), file.text()));
            return new RunInfo(
                    workload(),
                    work.database(),
                    reproduce(),
                    work.plan().seed(),
                    work.facts(),
                    properties.effective(),
                    work.load().database(),
                    files);
        }

        /** Returns the files that made the workload, or its class. */
        private String workload() {
            List<PropertyFile> files = configuration.files();
            if (!files.isEmpty()) {
                Path name = Path.of(files.getLast().name()).getFileName();
                return name == null ? "workload" : name.toString();
            }
            String className = properties.get(ClientProperties.WORKLOAD);
            return className.substring(className.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        }

        /** Returns the command as typed, and the seed if it was drawn. */
        private List<String> reproduce() {
            boolean drawn = properties.origin(SquallProperties.SEED).equals(DRAWN);
            return new RunSeed(properties.get(SquallProperties.SEED), drawn)
                    .reproduce("bin/ycsb", words, RunOptions.SEED.option());
        }

        /** Front end that adds YCSB's output to a run: status lines, its files, and its report on standard output. */
        private record YcsbFrontEnd(
                PreparedWork work, YcsbOutput output, YcsbProperties properties, CommandEnvironment environment)
                implements FrontEnd {
            @Override
            public List<RunListener> listeners() {
                return output.listeners(environment.err());
            }

            @Override
            public List<CheckResult> checks(RunResult result) throws InterruptedException {
                return properties.get(SquallProperties.NO_VERIFY)
                        ? work.load().seen()
                        : work.after().checks();
            }

            @Override
            public List<String> figures(JudgedRun run) {
                return Stream.concat(output.notes().stream(), work.after().notes(run.result()).stream())
                        .toList();
            }

            @Override
            public void report(JudgedRun run) throws CommandException, IOException {
                YcsbReport.write(
                        properties, output.lines(run.result(), work.after().lines()), environment.out());
            }
        }
    }
}
