package squall.ycsb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import squall.cli.CommandEnvironment;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunTags;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.results.RunInfo;
import squall.spi.CheckResult;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.JudgedRun;
import squall.ycsb.ClientProperties;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.YcsbOutput;
import squall.ycsb.output.YcsbReport;

/** The commands {@code load} and {@code run}: makes the work, and has it run and reported in YCSB's way. */
final class YcsbMeasuredRun {
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
        MonitoringSettings watching = watching();
        ClientSettings clients = clients(properties, surroundings.environment());
        RunTerms terms = terms();
        terms.makeResults();
        try (CommandMonitor monitor = CommandMonitor.open(watching, console::say);
                YcsbOutput output = output();
                PreparedWork work = new PreparedWorks(configuration, classes, console::say, clients.split()).make()) {
            output.warnings().forEach(console::say);
            return new MeasuredRun(job(work, output).sharedBy(clients), terms, console, monitor)
                    .execute(new YcsbFrontEnd(work, output, properties, surroundings));
        }
    }

    private MonitoringSettings watching() throws CommandException {
        return MonitoringSettings.of(new MonitoringSettings.Words(
                properties.get(SquallProperties.METRICS_PORT),
                properties.get(SquallProperties.METRICS_LINGER),
                properties.get(SquallProperties.OTLP_ENDPOINT),
                properties.get(SquallProperties.DB_METRICS)));
    }

    static ClientSettings clients(YcsbProperties properties, Map<String, String> environment) throws CommandException {
        return ClientSettings.of(
                new ClientSettings.Words(
                        properties.get(SquallProperties.CLIENTS),
                        properties.get(SquallProperties.CLIENT),
                        properties.get(SquallProperties.CLIENT_RUN),
                        properties.get(SquallProperties.CLIENT_WAIT),
                        properties.get(SquallProperties.START_AT)),
                environment);
    }

    private YcsbOutput output() throws CommandException {
        try {
            return YcsbOutput.of(properties);
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private PreparedLoad job(PreparedWork work, YcsbOutput output) {
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
                command(),
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
            Path name = Path.of(files.get(files.size() - 1).name()).getFileName();
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
            YcsbReport.write(properties, output.lines(run.result(), work.after().lines()), surroundings.out());
        }
    }

    /** Draws the seed if none is given. */
    static final class SeedDrawing {
        /** The origin of a drawn seed. */
        static final String DRAWN = "drawn";

        private static final int BOUND = 1_000_000_000;

        private SeedDrawing() {}

        /** Short enough to be typed again. @param agreed of several clients, each of which must have the same */
        static YcsbProperties certain(YcsbProperties properties, OptionalLong agreed) throws CommandException {
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
