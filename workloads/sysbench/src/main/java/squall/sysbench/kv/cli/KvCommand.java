package squall.sysbench.kv.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.CommandEnvironment;
import squall.cli.StartMessages;
import squall.cli.StartMessages.RepeatedMessages;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.command.DatabaseStep;
import squall.cli.command.FrontEndCommand;
import squall.cli.command.JudgeOptions;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.RunOption;
import squall.cli.command.RunOptions;
import squall.cli.command.RunSeed;
import squall.cli.command.RunTerms;
import squall.cli.completion.CommandSyntax;
import squall.cli.progress.ProgressConsole;
import squall.engine.schedule.LoadPlan;
import squall.report.format.TableFormat;
import squall.report.table.NamedRun;
import squall.report.table.PaperTable;
import squall.results.recorded.RecordedRun;
import squall.spi.NearestName;
import squall.sql.driver.JdbcDriver;
import squall.sysbench.cli.RunOutput;
import squall.sysbench.cli.SqlLogin;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvTable;
import squall.sysbench.kv.cli.KvWorkload.KvOptions;
import squall.system.CommandException;
import squall.system.CommandStep;
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
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 expectation not met (error budget,",
            "rate, stop rule, p99 bound); 4 data wrong; 5 database unreachable; 6 run invalid; 130, 143 ended by",
            "a signal."
        })
public final class KvCommand extends FrontEndCommand {
    private static final List<String> COMMANDS = List.of("init", "run", "drop", "scaling");
    private static final Pattern NAMED = Pattern.compile("([1-9]\\d{0,5})=(.+)");

    /** Options of {@code kv init}; the last two have no effect there, but scripts give them to init and run alike. */
    private static final List<RunOption<?>> OPTIONS_OF_INIT = Stream.<RunOption<?>>concat(
                    KvWorkload.OPTIONS_OF_INIT.stream(),
                    Stream.<RunOption<?>>of(
                            RunOptions.SEED, RunOptions.PROGRESS, RunOptions.RESULTS, RunOptions.NO_VERIFY))
            .toList();

    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "init, run, drop or scaling.")
    private String command = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "URL|RUN",
            description = "Address as postgresql://user@host:26257/kv or jdbc:...; for scaling run directories.")
    private List<String> rest = new ArrayList<>();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address, as the argument URL (default: the embedded database).")
    private String url = "";

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "User, in place of the one of a postgresql:// address.")
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

    private KvCommand(CommandEnvironment environment, List<String> words) {
        super(
                environment,
                words,
                Stream.<RunOption<?>>concat(KvWorkload.OPTIONS.stream(), KvRun.OPTIONS.stream())
                        .toList());
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return new KvCommand(environment, words).execute();
    }

    /** Returns the syntax of {@code bin/kv}, for shell completion. */
    public static CommandSyntax syntax() {
        return new KvCommand(CommandEnvironment.ofProcess(), List.of()).completion();
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        if (!COMMANDS.contains(command)) {
            throw CommandException.usage("one of " + String.join(", ", COMMANDS) + " must come first, not '" + command
                    + "'" + NearestName.hint(command, COMMANDS));
        }
        requireOwn("--init", init, "run");
        requireOwn("--drop", drop, "init");
        requireOwn("--nodes", nodes.isPresent(), "run");
        requireTaken(options());
        if (command.equals("scaling")) {
            return scaling().code();
        }
        requireAddress();
        if (command.equals("run")) {
            return run().code();
        }
        options().clients(environment()).requireSingle("kv " + command);
        return (command.equals("init") ? init() : drop()).code();
    }

    private ExitCode init() throws CommandException, InterruptedException {
        KvOptions kv = KvOptions.of(options(), options().read(RunOptions.SEED).orElse(0L));
        ProgressConsole console = options().console(environment());
        try (RepeatedMessages start = new RepeatedMessages(console::say)) {
            PreparedKv prepared = new PreparedKv(kv, login(start));
            return DatabaseStep.changing(console::tell, () -> {
                prepared.requireSupport();
                if (drop) {
                    prepared.table().drop();
                } else if (prepared.table().taken()) {
                    throw new IllegalArgumentException(
                            "table kv already exists: add --drop to create it again, or run kv drop");
                }
                prepared.fill(console::say);
                return ExitCode.OK;
            });
        }
    }

    private ExitCode drop() throws CommandException, InterruptedException {
        ProgressConsole console = options().console(environment());
        try (RepeatedMessages start = new RepeatedMessages(console::say)) {
            SqlLogin login = login(start);
            return DatabaseStep.changing(console::tell, () -> {
                KvTable table = new KvTable(login.connect());
                boolean there = table.taken();
                table.drop();
                console.say(there ? "table kv is dropped" : "there is no table kv");
                return ExitCode.OK;
            });
        }
    }

    private ExitCode run() throws CommandException, IOException, InterruptedException {
        RunOptions options = options();
        ClientSettings clients = options.clients(environment());
        RunSeed seed = options.seed(clients);
        RunTerms terms = options.terms(environment(), seed.reproduce("bin/kv", words(), RunOptions.SEED.option()));
        KvOptions kv = KvOptions.of(options, seed.value());
        LoadPlan plan = KvRun.plan(options, kv.sessions(), seed.value()).of(clients.split());
        Optional<KvRun.SearchGoal> search = KvRun.SearchGoal.of(options);
        if (nodes.isPresent() && nodes.get() < 1) {
            throw CommandException.usage("--nodes must be at least 1, not '" + nodes.get() + "'");
        }
        requireEffect(options, search.isPresent());
        JudgeOptions.requireSingle(kv.judged(), clients);
        if (clients.split().shared() && (init || search.isPresent())) {
            throw CommandException.usage(
                    "--init and the search for the concurrency are for a single client; make the table with bin/kv"
                            + " init before the clients start");
        }
        ProgressConsole console = options.console(environment());
        MonitoringSettings monitoring = options.monitoring();
        terms.makeResults();
        try (RepeatedMessages start = new RepeatedMessages(console::say);
                CommandMonitor monitor = CommandMonitor.open(monitoring, console::say)) {
            PreparedKv prepared = new PreparedKv(kv, login(start));
            KvSettings settings = CommandStep.of(() -> {
                prepared.requireSupport();
                if (init && !prepared.table().taken()) {
                    prepared.fill(console::say);
                }
                return prepared.settings();
            });
            return new KvRun(prepared, plan, search, nodes, terms)
                    .execute(
                            settings,
                            new RunOutput(console, monitor, environment().out(), clients));
        }
    }

    /** Refuses an option of another command, which would have no effect. */
    private void requireOwn(String option, boolean given, String owner) throws CommandException {
        if (given && !command.equals(owner)) {
            throw CommandException.usage(option + " is an option of kv " + owner + ", not of kv " + command);
        }
    }

    /** Refuses options that have no effect on the command. */
    private void requireTaken(RunOptions options) throws CommandException {
        List<RunOption<?>> all = Stream.<List<RunOption<?>>>of(KvWorkload.OPTIONS, KvRun.OPTIONS, RunOptions.ALL)
                .<RunOption<?>>flatMap(List::stream)
                .toList();
        for (RunOption<?> option : all) {
            if (!takes(option) && options.given().containsKey(option.name())) {
                throw CommandException.usage(option.option() + " is an option of kv "
                        + (OPTIONS_OF_INIT.contains(option) ? "init and run" : "run") + ", not of kv " + command);
            }
        }
    }

    private boolean takes(RunOption<?> option) {
        return switch (command) {
            case "run" -> true;
            case "init" -> OPTIONS_OF_INIT.contains(option) || RunOptions.OF_CLIENTS.contains(option);
            case "drop" -> option.equals(RunOptions.PROGRESS) || RunOptions.OF_CLIENTS.contains(option);
            default -> option.equals(RunOptions.PROGRESS);
        };
    }

    /** Refuses options of a table that exists already, and of a number of sessions that is searched. */
    private void requireEffect(RunOptions options, boolean searched) throws CommandException {
        if (!init) {
            for (RunOption<?> option : KvWorkload.OPTIONS_OF_TABLE) {
                if (options.read(option).isPresent()) {
                    throw CommandException.usage(option.option() + " is for a table that is made: add --init");
                }
            }
        }
        if (searched && options.read(KvWorkload.CONCURRENCY).isPresent()) {
            throw CommandException.usage("--concurrency is what --find-concurrency looks for: leave one out");
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
        if (address().isEmpty() && (!user.isEmpty() || !password.isEmpty())) {
            throw CommandException.usage((user.isEmpty() ? "--password" : "--user")
                    + " is for a database of yours: give its address, or leave it out");
        }
    }

    private void requireNoDatabase() throws CommandException {
        if (!url.isEmpty() || !user.isEmpty() || !password.isEmpty()) {
            String option = !url.isEmpty() ? "--url" : user.isEmpty() ? "--password" : "--user";
            throw CommandException.usage(
                    option + " is for a database, and kv scaling reads run directories: leave it out");
        }
    }

    /** Returns the address of the database; empty for the embedded one. */
    private String address() {
        return rest.isEmpty() ? url : rest.getFirst();
    }

    private SqlLogin login(StartMessages start) throws CommandException, InterruptedException {
        JdbcDriver.require("--driver", jars().driver(), KvCommand.class.getClassLoader());
        return new SqlLogin(
                address().isEmpty() ? SqlLogin.embedded(start) : SqlLogin.target(address(), user, password),
                SqlLogin.STATEMENT_TIMEOUT,
                Map.of());
    }

    /** Prints the table of several runs, with the published rows for comparison. */
    private ExitCode scaling() throws CommandException, IOException, InterruptedException {
        requireNoDatabase();
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
        List<Table> tables = CommandStep.of(() -> PaperTable.KV_SCALING.of(runs, true));
        PrintWriter out = new PrintWriter(environment().out(), true, Charset.defaultCharset());
        TableFormat.TEXT.lines(tables).forEach(out::println);
        out.flush();
        return ExitCode.OK;
    }

    @Override
    public String toString() {
        return "KvCommand[" + command + "]";
    }
}
