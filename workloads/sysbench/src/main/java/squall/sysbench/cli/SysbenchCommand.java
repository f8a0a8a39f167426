package squall.sysbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
import squall.spi.NearestName;
import squall.sql.SqlDatabase;
import squall.sql.driver.JdbcDriver;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.SbtestTables;
import squall.system.CommandException;
import squall.system.ExitCode;

/** {@code bin/sysbench}: sysbench's OLTP tests on Squall's engine. */
@Command(
        name = "sysbench",
        description =
                "Runs sysbench's OLTP tests on Squall's engine: sysbench [options] TEST prepare|run|cleanup|prewarm.",
        footer = {
            "",
            "Names of options may be written with underscores, as in --table_size=1000.",
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 error budget missed; 4 data wrong;",
            "5 database unreachable; 6 run invalid; 130, 143 ended by a signal."
        })
public final class SysbenchCommand implements Callable<Integer> {
    private static final List<String> COMMANDS = List.of("prepare", "run", "cleanup", "prewarm");
    private static final int SEEDS = 1_000_000_000;

    private final CommandEnvironment surroundings;
    private final List<String> words;

    @Parameters(index = "0", arity = "0..1", paramLabel = "TEST", description = "oltp_read_write, oltp_insert, ...")
    private String test = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "COMMAND", description = "prepare, run, cleanup or prewarm.")
    private String command = "";

    // Taken out before the words are parsed; here so that help and completion know it.
    @Option(
            names = "--config-file",
            paramLabel = "FILE",
            description = "Options, a line name=value each; or the name of a preset, as oltp_insert-480.")
    private String configFile = "";

    @Mixin
    private SysbenchFlags flags = new SysbenchFlags();

    @Mixin
    private SysbenchAddress address = new SysbenchAddress();

    @Mixin
    private ResultFlags results = new ResultFlags();

    @Mixin
    private MonitoringFlags monitoring = new MonitoringFlags();

    @Mixin
    private JarOptions jars = new JarOptions();

    private SysbenchCommand(CommandEnvironment surroundings, List<String> words) {
        this.surroundings = surroundings;
        this.words = words;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        CommandLine line = line(surroundings, words);
        try {
            return line.execute(OptionWords.of(words, surroundings).toArray(String[]::new));
        } catch (CommandException e) {
            return CommandRunner.failed(e, words.contains("--debug"), line.getErr());
        }
    }

    /** What can be typed after {@code bin/sysbench}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings, List<String> words) {
        CommandLine line = CommandRunner.line(new SysbenchCommand(surroundings, words), surroundings);
        line.setOverwrittenOptionsAllowed(true);
        return line;
    }

    @Override
    public Integer call() throws CommandException, IOException {
        OltpTest named = named();
        if (!COMMANDS.contains(command)) {
            throw CommandException.usage("after the test one of " + String.join(", ", COMMANDS) + " must follow, not '"
                    + command + "'" + NearestName.hint(command, COMMANDS));
        }
        flags.require();
        address.require();
        try {
            return switch (command) {
                case "run" -> run(named).code();
                default -> tables(named).code();
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    /** By name, or by the path of sysbench's script. */
    private OltpTest named() throws CommandException {
        String name = test.replaceFirst("^.*/", "").replaceFirst("\\.lua$", "");
        return OltpTest.find(name)
                .orElseThrow(() -> CommandException.usage((test.isEmpty()
                                ? "a test is missing: it must be"
                                : "there is no test '" + test + "' here: it must be")
                        + " one of " + String.join(", ", OltpTest.labels())
                        + NearestName.hint(name, OltpTest.labels())));
    }

    private ExitCode tables(OltpTest named) throws CommandException, IOException, InterruptedException {
        ProgressConsole console = results.console(surroundings);
        long seed = flags.seed().orElseGet(() -> (long) new SecureRandom().nextInt(SEEDS) + 1);
        SbtestTables.SbtestRows rows = new SbtestTables.SbtestRows(flags.data(), flags.distribution(), seed);
        if (command.equals("prepare") && flags.seed().isEmpty()) {
            console.say("seed " + seed + " (--rand-seed=" + seed + " makes the same rows)");
        }
        SqlDatabase database = connect(console);
        PrintWriter out = new PrintWriter(surroundings.out(), true, Charset.defaultCharset());
        try {
            SbtestTables tables = new SbtestTables(database, flags.data(), out::println);
            switch (command) {
                case "cleanup" -> tables.drop();
                case "prewarm" -> prewarm(tables);
                default -> prepare(tables, named, rows);
            }
        } catch (IOException e) {
            throw CommandException.of(e);
        }
        return ExitCode.OK;
    }

    private void prewarm(SbtestTables tables) throws CommandException, IOException, InterruptedException {
        requireThere(tables.firstMissing());
        tables.prewarm(flags.threads());
    }

    private static void requireThere(List<String> missing) throws CommandException {
        if (!missing.isEmpty()) {
            throw CommandException.usage("there is no table " + missing.getFirst()
                    + ": make the tables with the command" + " prepare, or give --tables as many as there are");
        }
    }

    private void prepare(SbtestTables tables, OltpTest named, SbtestTables.SbtestRows rows)
            throws CommandException, IOException, InterruptedException {
        try {
            tables.require();
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
        List<String> there = tables.existing();
        if (!there.isEmpty()) {
            throw CommandException.usage(
                    "table " + there.getFirst() + " is there already: drop the tables with the command cleanup");
        }
        tables.prepare(rows.forTest(named), flags.threads());
    }

    private ExitCode run(OltpTest named) throws CommandException, IOException, InterruptedException {
        Optional<Long> given = flags.seed();
        ClientSettings clients = results.clients(surroundings);
        long seed = given.orElseGet(() -> clients.seed().orElseGet(() -> (long) new SecureRandom().nextInt(SEEDS) + 1));
        List<String> again = new ArrayList<>(List.of("bin/sysbench"));
        again.addAll(words);
        RunTerms terms = results.terms(
                surroundings, again, given.isPresent() ? Optional.empty() : Optional.of("--rand-seed=" + seed));
        SysbenchRun run = SysbenchRun.of(flags, named, results, seed).by(clients.split());
        ProgressConsole console = results.console(surroundings);
        terms.makeResults();
        try (CommandMonitor monitor = CommandMonitor.open(monitoring.watching(), console::say)) {
            return run.execute(
                    connect(console), terms, new RunSurroundings(console, monitor, surroundings.out(), clients));
        }
    }

    private SqlDatabase connect(ProgressConsole console) throws CommandException, InterruptedException {
        JdbcDriver.require("--driver", jars.driver(), SysbenchCommand.class.getClassLoader());
        return address.login(flags.prepared(), console::say).connect();
    }

    @Override
    public String toString() {
        return "SysbenchCommand[" + test + " " + command + configFile + "]";
    }
}
