package squall.ycsb.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunTags;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.results.RunInfo;
import squall.spi.CheckResult;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.system.SquallVersion;
import squall.system.TerminalStreams;
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

    private final CommandEnvironment surroundings;

    private YcsbCommand(CommandEnvironment surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        boolean debug = words.contains(DEBUG);
        List<String> rest = words.stream().filter(word -> !word.equals(DEBUG)).toList();
        try {
            return new YcsbCommand(surroundings).execute(rest).code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CommandRunner.failed(
                    new CommandException(ExitCode.INTERRUPTED, "interrupted", e),
                    debug,
                    new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        } catch (Exception e) { // whatever it is, the user gets one line and an exit code
            return CommandRunner.failed(e, debug, new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        }
    }

    private ExitCode execute(List<String> words) throws CommandException, IOException, InterruptedException {
        if (words.isEmpty() || words.contains("--help") || words.contains("-h")) {
            YcsbHelp.print(surroundings.out());
            return words.isEmpty() ? ExitCode.USAGE : ExitCode.OK;
        }
        if (words.contains("--version")) {
            surroundings.out().println(SquallVersion.current().line());
            return ExitCode.OK;
        }
        YcsbConfiguration configuration = YcsbConfiguration.of(YcsbArguments.parse(words), surroundings);
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
        OutputScreen screen = TerminalStreams.of(
                        System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                .err();
        ProgressConsole console = new ProgressConsole(surroundings.err(), screen, mode(configuration.properties()));
        return new YcsbMeasuredRun(configuration, surroundings, words, console).execute(classes);
    }

    private ExitCode shell(YcsbConfiguration configuration, ClassLoader classes) throws CommandException, IOException {
        configuration.notes().forEach(surroundings.err()::println);
        int code = new YcsbShell(YcsbSchema.of(configuration.properties()).table())
                .run(
                        configuration.shellDb(classes),
                        new InputStreamReader(surroundings.in(), Charset.defaultCharset()),
                        surroundings.out());
        return ExitCode.of(code);
    }

    /** Adds the settings that are drawn or follow from others. */
    private YcsbProperties complete(YcsbProperties properties) throws CommandException {
        YcsbProperties seeded = SeedDrawing.seeded(
                properties, clients(properties, surroundings.environment()).seed());
        boolean json = seeded.get(SquallProperties.JSON) && !seeded.isSet(ClientProperties.EXPORTER);
        return json ? seeded.with(ClientProperties.EXPORTER, JSON_EXPORTER, "--json") : seeded;
    }

    /** Status lines are progress already: one form of it is enough. */
    private static ProgressMode mode(YcsbProperties properties) {
        if (properties.get(SquallProperties.QUIET)) {
            return ProgressMode.NONE;
        }
        String form = properties.get(SquallProperties.PROGRESS);
        boolean automatic = form.equals("auto");
        return automatic && properties.get(ClientProperties.STATUS)
                ? ProgressMode.PLAIN
                : ProgressMode.valueOf(form.toUpperCase(Locale.ROOT));
    }

    private static ClientSettings clients(YcsbProperties properties, Map<String, String> environment)
            throws CommandException {
        return ClientSettings.of(
                new ClientSettings.ClientWords(
                        properties.get(SquallProperties.CLIENTS),
                        properties.get(SquallProperties.CLIENT),
                        properties.get(SquallProperties.CLIENT_RUN),
                        properties.get(SquallProperties.CLIENT_WAIT),
                        properties.get(SquallProperties.START_AT)),
                environment);
    }

    /** The commands {@code load} and {@code run}: makes the work, and has it run and reported in YCSB's way. */
    private static final class YcsbMeasuredRun {
        private final YcsbConfiguration configuration;
        private final YcsbProperties properties;
        private final CommandEnvironment surroundings;
        private final List<String> words;
        private final ProgressConsole console;

        /** @param words the command line as typed */
        YcsbMeasuredRun(
                YcsbConfiguration configuration,
                CommandEnvironment surroundings,
                List<String> words,
                ProgressConsole console) {
            this.configuration = configuration;
            this.properties = configuration.properties();
            this.surroundings = surroundings;
            this.words = words;
            this.console = console;
        }

        ExitCode execute(ClassLoader classes) throws CommandException, IOException, InterruptedException {
            configuration.requireKnownNames(console::say);
            configuration.notes().forEach(console::say);
            MonitoringSettings monitoring = monitoring();
            ClientSettings clients = clients(properties, surroundings.environment());
            RunTerms terms = terms();
            terms.makeResults();
            try (CommandMonitor monitor = CommandMonitor.open(monitoring, console::say);
                    YcsbOutput output = output();
                    PreparedWork work = new PreparedWorks(configuration, classes, console::say, clients).make()) {
                output.warnings().forEach(console::say);
                return new MeasuredRun(preparedLoad(work, output).sharedBy(clients), terms, console, monitor)
                        .execute(new YcsbFrontEnd(work, output, properties, surroundings));
            }
        }

        private MonitoringSettings monitoring() throws CommandException {
            return MonitoringSettings.of(new MonitoringSettings.MonitoringWords(
                    properties.get(SquallProperties.METRICS_PORT),
                    properties.get(SquallProperties.METRICS_LINGER),
                    properties.get(SquallProperties.OTLP_ENDPOINT),
                    properties.get(SquallProperties.DB_METRICS)));
        }

        private YcsbOutput output() throws CommandException {
            try {
                return YcsbOutput.of(properties);
            } catch (IOException e) {
                throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
            }
        }

        private PreparedLoad preparedLoad(PreparedWork work, YcsbOutput output) {
            String phase = configuration.arguments().command().name().toLowerCase(Locale.ROOT);
            return new PreparedLoad(
                    phase, output.watched(work.load(), work.plan().windows().getLast()), work.plan(), info(work));
        }

        private RunTerms terms() throws CommandException {
            String given = properties.get(SquallProperties.RESULTS);
            return new RunTerms(
                    surroundings.folder().resolve(given.isEmpty() ? "results" : given),
                    properties.get(SquallProperties.ERROR_BUDGET),
                    RunTags.of(properties.get(SquallProperties.TAG).lines().toList(), surroundings),
                    reproduce());
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

        /** The files that made the workload, or its class. */
        private String workload() {
            List<PropertyFile> files = configuration.files();
            if (!files.isEmpty()) {
                Path name = Path.of(files.getLast().name()).getFileName();
                return name == null ? "workload" : name.toString();
            }
            String className = properties.get(ClientProperties.WORKLOAD);
            return className.substring(className.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        }

        private List<String> command() {
            List<String> command = new ArrayList<>(List.of("bin/ycsb"));
            command.addAll(words);
            return command;
        }

        /** The command as typed, and the seed if it was drawn. */
        private List<String> reproduce() {
            List<String> command = command();
            if (properties.origin(SquallProperties.SEED).equals(SeedDrawing.DRAWN)) {
                command.add("--seed=" + properties.get(SquallProperties.SEED));
            }
            return command;
        }

        /** What YCSB adds to a run: status lines, its files, and its report on standard output. */
        private record YcsbFrontEnd(
                PreparedWork work, YcsbOutput output, YcsbProperties properties, CommandEnvironment surroundings)
                implements FrontEnd {
            @Override
            public List<RunListener> listeners() {
                return output.listeners(surroundings.err());
            }

            @Override
            public List<CheckResult> checks(RunResult result) throws InterruptedException {
                return work.after().checks();
            }

            @Override
            public List<String> figures(JudgedRun run) {
                return work.after().notes(run.result());
            }

            @Override
            public void report(JudgedRun run) throws CommandException, IOException {
                YcsbReport.write(
                        properties, output.lines(run.result(), work.after().lines()), surroundings.out());
            }
        }
    }

    /** Draws the seed if none is given. */
    private static final class SeedDrawing {
        /** The origin of a drawn seed. */
        static final String DRAWN = "drawn";

        private static final int BOUND = 1_000_000_000;

        private SeedDrawing() {}

        /** A drawn seed is short enough to be typed again. @param agreed the seed that several clients derive from the run's name */
        static YcsbProperties seeded(YcsbProperties properties, OptionalLong agreed) throws CommandException {
            if (properties.isSet(SquallProperties.SEED)) {
                return properties;
            }
            return properties.with(
                    SquallProperties.SEED,
                    String.valueOf(agreed.orElseGet(() -> new SecureRandom().nextInt(BOUND))),
                    DRAWN);
        }
    }
}
