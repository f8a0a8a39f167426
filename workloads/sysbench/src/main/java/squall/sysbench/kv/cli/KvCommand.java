package squall.sysbench.kv.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JarOptions;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.command.MonitoringSettings.MonitoringFlags;
import squall.cli.command.RunTerms;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.cli.progress.ProgressConsole;
import squall.report.format.TableFormat;
import squall.report.table.NamedRun;
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.report.table.SeedTable;
import squall.results.recorded.RecordedRun;
import squall.spi.NearestName;
import squall.sql.SqlDatabase;
import squall.sql.driver.JdbcDriver;
import squall.sysbench.cli.ResultFlags;
import squall.sysbench.cli.RunSurroundings;
import squall.sysbench.cli.SqlLogin;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvTable;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.table.Table;

/** {@code bin/kv}: CockroachDB's kv workload on Squall's engine. */
@Command(
        name = "kv",
        description =
                "Runs CockroachDB's kv workload on Squall's engine: kv init|run|drop [options] [URL], or kv scaling"
                        + " NODES=RUN ... for the table of several runs.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 error budget or p99 bound missed;",
            "4 data wrong; 5 database unreachable; 6 run invalid; 130, 143 ended by a signal."
        })
public final class KvCommand implements Callable<Integer> {
    private static final List<String> COMMANDS = List.of("init", "run", "drop", "scaling");
    private static final int SEEDS = 1_000_000_000;
    private static final Pattern NAMED = Pattern.compile("([1-9]\\d{0,5})=(.+)");

    private final CommandEnvironment surroundings;
    private final List<String> words;

    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "init, run, drop or scaling.")
    private String command = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "URL|RUN",
            description = "Address as postgresql://user@host:26257/kv or jdbc:...; for scaling run directories.")
    private List<String> rest = new ArrayList<>();

    @Option(names = "--url", paramLabel = "URL", description = "The same (default: the embedded database).")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "User, where the address has none.")
    private String user = "";

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description = "Password: itself, env:NAME, file:/path or prompt:; else PGPASSWORD.")
    private String password = "";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Nodes of the cluster, for figures a node (default: as many as the address has).")
    private Optional<Integer> nodes = Optional.empty();

    @Option(names = "--init", description = "With run: make the table first, where it is missing.")
    private boolean init;

    @Option(names = "--drop", description = "With init: drop the table first, where it is there.")
    private boolean drop;

    @Mixin
    private KvFlags flags = new KvFlags();

    @Mixin
    private SearchFlags searching = new SearchFlags();

    @Mixin
    private ResultFlags results = new ResultFlags();

    @Mixin
    private MonitoringFlags monitoring = new MonitoringFlags();

    @Mixin
    private JarOptions jars = new JarOptions();

    private KvCommand(CommandEnvironment surroundings, List<String> words) {
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

    /** What can be typed after {@code bin/kv}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings, List<String> words) {
        return CommandRunner.line(new KvCommand(surroundings, words), surroundings);
    }

    @Override
    public Integer call() throws CommandException, IOException {
        if (!COMMANDS.contains(command)) {
            throw CommandException.usage("one of " + String.join(", ", COMMANDS) + " must come first, not '" + command
                    + "'" + NearestName.hint(command, COMMANDS));
        }
        try {
            return switch (command) {
                case "init" -> init().code();
                case "drop" -> drop().code();
                case "scaling" -> scaling().code();
                default -> run().code();
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private ExitCode init() throws CommandException, InterruptedException {
        KvSettings settings = flags.settings(flags.seed().orElse(0L), false);
        requireAddress();
        ProgressConsole console = results.console(surroundings);
        KvTable table = table(connect(console));
        try {
            if (drop) {
                table.drop();
            } else if (table.exists()) {
                throw CommandException.usage("table kv already exists: add --drop to create it again, or run kv drop");
            }
            create(table, settings, console);
            return ExitCode.OK;
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private void create(KvTable table, KvSettings settings, ProgressConsole console)
            throws CommandException, IOException, InterruptedException {
        try {
            table.create(settings.keys(), flags.splits(), flags.scatter());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
        if (flags.insertCount() > 0) {
            table.fill(settings, flags.insertCount(), flags.concurrency(), console::say);
        }
        console.say("table kv has " + table.count() + " rows");
    }

    private ExitCode drop() throws CommandException, InterruptedException {
        requireAddress();
        ProgressConsole console = results.console(surroundings);
        KvTable table = table(connect(console));
        try {
            table.drop();
        } catch (IOException e) {
            throw CommandException.of(e);
        }
        console.say("table kv is dropped");
        return ExitCode.OK;
    }

    private ExitCode run() throws CommandException, IOException, InterruptedException {
        ClientSettings clients = results.clients(surroundings);
        long seed =
                flags.seed().orElseGet(() -> clients.seed().orElseGet(() -> (long) new SecureRandom().nextInt(SEEDS)));
        List<String> again = new ArrayList<>(List.of("bin/kv"));
        again.addAll(words);
        RunTerms terms = results.terms(
                surroundings, again, flags.seed().isPresent() ? Optional.empty() : Optional.of("--seed=" + seed));
        requireAddress();
        if (nodes.isPresent() && nodes.get() < 1) {
            throw CommandException.usage("--nodes must be at least 1, not '" + nodes.get() + "'");
        }
        OptionalInt told = nodes.isPresent() ? OptionalInt.of(nodes.get()) : OptionalInt.empty();
        KvRun run = new KvRun(
                flags.settings(seed, results.verify()),
                KvRun.plan(flags, results, seed).of(clients.split()),
                searching.search(),
                told,
                terms);
        if (clients.split().shared() && (init || run.search().isPresent())) {
            throw CommandException.usage(
                    "--init and the search for the concurrency are for a single client; make the table with bin/kv"
                            + " init before the clients start");
        }
        ProgressConsole console = results.console(surroundings);
        terms.makeResults();
        try (CommandMonitor monitor = CommandMonitor.open(monitoring.watching(), console::say)) {
            SqlDatabase database = connect(console);
            return begun(run, database, console)
                    .execute(database, new RunSurroundings(console, monitor, surroundings.out(), clients));
        }
    }

    /** Goes on where earlier runs ended. */
    private KvRun begun(KvRun run, SqlDatabase database, ProgressConsole console)
            throws CommandException, InterruptedException {
        KvTable table = table(database);
        try {
            boolean there = table.exists();
            if (!there && init) {
                create(table, run.settings(), console);
            } else if (!there) {
                throw CommandException.usage(
                        "there is no table kv with columns k and v: make it with bin/kv init, or add" + " --init");
            }
            return flags.writeSeq().isPresent() ? run : run.from(table.count());
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private static KvTable table(SqlDatabase database) throws CommandException {
        try {
            return new KvTable(database);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private void requireAddress() throws CommandException {
        if (rest.size() > 1 || (!rest.isEmpty() && !url.isEmpty())) {
            throw CommandException.usage("'" + rest.getLast() + "' is one argument too many: there is one address");
        }
        for (String each : rest) {
            if (!each.matches("(jdbc:|postgres(ql)?://).*")) {
                throw CommandException.usage("'" + each + "' is no address: it must begin with postgresql:// or jdbc:");
            }
        }
    }

    private SqlDatabase connect(ProgressConsole console) throws CommandException, InterruptedException {
        JdbcDriver.require("--driver", jars.driver(), KvCommand.class.getClassLoader());
        String address = rest.isEmpty() ? url : rest.getFirst();
        return address.isEmpty()
                ? SqlLogin.embedded(console::say).connect()
                : SqlLogin.of(address, user, password).connect();
    }

    /** The table of several runs, with the published rows for comparison. */
    private ExitCode scaling() throws CommandException, IOException {
        if (rest.isEmpty()) {
            throw CommandException.usage(
                    "which runs? Name run directories with their number of nodes, as 3=results/latest");
        }
        List<NamedRun> runs = new ArrayList<>();
        for (String word : rest) {
            Matcher named = NAMED.matcher(word);
            boolean hasName = named.matches();
            runs.add(new NamedRun(
                    hasName ? named.group(1) : "", RecordedRun.read(Path.of(hasName ? named.group(2) : word))));
        }
        List<Table> tables = new ArrayList<>();
        try {
            List<String> complaints =
                    runs.stream().flatMap(run -> run.complaints().stream()).toList();
            tables.add(SeedTable.KV_SCALING.of(runs).with(complaints));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
        for (String name : SeedTable.KV_SCALING.published()) {
            PublishedFigures.load().find(name).map(PublishedTable::table).ifPresent(tables::add);
        }
        PrintWriter out = new PrintWriter(surroundings.out(), true, Charset.defaultCharset());
        TableFormat.TEXT.lines(tables).forEach(out::println);
        out.flush();
        return ExitCode.OK;
    }

    @Override
    public String toString() {
        return "KvCommand[" + command + "]";
    }

    /** The options of looking for the concurrency that a cluster bears. */
    static final class SearchFlags {
        @Option(
                names = "--find-concurrency",
                description = "Look for the most sessions that keep to the bound --p99, then run with them.")
        private boolean wanted;

        @Option(names = "--p99", paramLabel = "TIME", description = "The bound, as 10ms.")
        private String p99 = "";

        @Option(names = "--step-time", paramLabel = "TIME", description = "Length of a step (default: 5s).")
        private String stepTime = "5s";

        @Option(names = "--max-concurrency", paramLabel = "N", description = "Most sessions to try (default: 4096).")
        private int most = 4096;

        /** What to look for; empty where nothing is. @param step length of one */
        record SearchGoal(double p99Ms, Duration step, int most) {}

        Optional<SearchGoal> search() throws CommandException {
            if (!wanted) {
                if (!p99.isEmpty()) {
                    throw CommandException.usage("--p99 is the bound of --find-concurrency: add that, or leave it out");
                }
                return Optional.empty();
            }
            if (p99.isEmpty()) {
                throw CommandException.usage("--find-concurrency needs a bound: add --p99 10ms, for example");
            }
            Duration step = KvFlags.time("--step-time", stepTime);
            Duration bound = KvFlags.time("--p99", p99);
            if (step.toSeconds() < 1 || step.toNanosPart() != 0 || bound.isZero() || most < 1) {
                throw CommandException.usage(
                        "--step-time must be a whole number of seconds, at least 1s, --p99 above 0 and"
                                + " --max-concurrency at least 1");
            }
            return Optional.of(new SearchGoal(bound.toNanos() / 1e6, step, most));
        }
    }
}
