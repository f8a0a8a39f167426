package squall.sysbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
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
import squall.spi.NearestName;
import squall.sql.driver.JdbcDriver;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.SbtestTables;
import squall.sysbench.cli.SysbenchWorkload.SysbenchOptions;
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
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 expectation not met (error budget,",
            "rate, stop rule); 4 data wrong; 5 database unreachable; 6 run invalid; 130, 143 ended by a signal."
        })
public final class SysbenchCommand extends FrontEndCommand {
    private static final List<String> COMMANDS = List.of("prepare", "run", "cleanup", "prewarm");

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
    private SysbenchAddress address = new SysbenchAddress();

    private SysbenchCommand(CommandEnvironment environment, List<String> words) {
        super(
                environment,
                words,
                Stream.<RunOption<?>>concat(SysbenchWorkload.OPTIONS.stream(), SysbenchRun.OPTIONS.stream())
                        .toList());
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        CommandLine line = new SysbenchCommand(environment, words).line();
        try {
            return line.execute(SysbenchArguments.of(words, environment).toArray(String[]::new));
        } catch (CommandException e) {
            return CommandRunner.failed(e, words.contains("--debug"), line.getErr());
        }
    }

    /** Returns the syntax of {@code bin/sysbench}, for shell completion. */
    public static CommandSyntax syntax() {
        return new SysbenchCommand(CommandEnvironment.ofProcess(), List.of()).completion();
    }

    @Override
    public CommandLine line() {
        return super.line().setOverwrittenOptionsAllowed(true);
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        OltpTest named = named();
        if (!COMMANDS.contains(command)) {
            throw CommandException.usage("after the test one of " + String.join(", ", COMMANDS) + " must follow"
                    + (command.isEmpty() ? "" : ", not '" + command + "'" + NearestName.hint(command, COMMANDS)));
        }
        address.require();
        return switch (command) {
            case "run" -> run(named).code();
            default -> tables(named).code();
        };
    }

    /** Finds the test by name, or by the path of sysbench's script. */
    private OltpTest named() throws CommandException {
        String name = test.replaceFirst("^.*/", "").replaceFirst("\\.lua$", "");
        return OltpTest.find(name)
                .orElseThrow(() -> CommandException.usage((test.isEmpty()
                                ? "a test is missing: it must be"
                                : "there is no test '" + test + "' here: it must be")
                        + " one of " + String.join(", ", OltpTest.labels())
                        + NearestName.hint(name, OltpTest.labels())));
    }

    private ExitCode tables(OltpTest named) throws CommandException, InterruptedException {
        RunOptions options = options();
        ClientSettings clients = options.clients(environment());
        clients.requireSingle(command);
        List<String> monitoring = options.named(RunOptions.MONITORING);
        if (!monitoring.isEmpty()) {
            throw CommandException.usage(monitoring.getFirst() + " is an option of run, not of " + command);
        }
        ProgressConsole console = options.console(environment());
        RunSeed seed = SysbenchRun.seed(options, clients);
        SysbenchOptions oltp = SysbenchOptions.of(options, named, seed.value());
        if (command.equals("prepare") && seed.drawn()) {
            console.say("seed " + seed.value() + " (--rand-seed=" + seed.value() + " makes the same rows)");
        }
        try (RepeatedMessages start = new RepeatedMessages(console::say)) {
            PreparedOltp prepared = prepared(oltp, start);
            return DatabaseStep.changing(console::tell, () -> tables(prepared));
        }
    }

    private ExitCode tables(PreparedOltp prepared) throws IOException, InterruptedException {
        PrintWriter out = new PrintWriter(environment().out(), true, Charset.defaultCharset());
        SbtestTables tables = prepared.tables(out::println);
        switch (command) {
            case "cleanup" -> tables.drop();
            case "prewarm" -> prewarm(tables, prepared.sessions());
            default -> prepare(tables, prepared);
        }
        return ExitCode.OK;
    }

    private static void prewarm(SbtestTables tables, int connections) throws IOException, InterruptedException {
        if (!tables.exist()) {
            throw new IllegalArgumentException(tables.missing());
        }
        tables.prewarm(connections);
    }

    private static void prepare(SbtestTables tables, PreparedOltp prepared) throws IOException, InterruptedException {
        tables.require();
        List<String> there = tables.existing();
        if (!there.isEmpty()) {
            throw new IllegalArgumentException(
                    "table " + there.getFirst() + " is there already: drop the tables with the command cleanup");
        }
        prepared.prepare(tables, prepared.sessions());
    }

    private ExitCode run(OltpTest named) throws CommandException, IOException, InterruptedException {
        RunOptions options = options();
        ClientSettings clients = options.clients(environment());
        RunSeed seed = SysbenchRun.seed(options, clients);
        RunTerms terms = options.terms(environment(), seed.reproduce("bin/sysbench", words(), "--rand-seed"));
        SysbenchOptions oltp = SysbenchOptions.of(options, named, seed.value());
        LoadPlan plan = SysbenchRun.plan(options, oltp.threads(), seed.value()).of(clients.split());
        JudgeOptions.requireSingle(oltp.judged(), clients);
        ProgressConsole console = options.console(environment());
        MonitoringSettings monitoring = options.monitoring();
        terms.makeResults();
        try (RepeatedMessages start = new RepeatedMessages(console::say);
                CommandMonitor monitor = CommandMonitor.open(monitoring, console::say)) {
            return new SysbenchRun(prepared(oltp, start), plan, options, terms)
                    .execute(new RunOutput(console, monitor, environment().out(), clients));
        }
    }

    private PreparedOltp prepared(SysbenchOptions oltp, StartMessages start)
            throws CommandException, InterruptedException {
        JdbcDriver.require("--driver", jars().driver(), SysbenchCommand.class.getClassLoader());
        return oltp.on(address.target(start), SqlLogin.STATEMENT_TIMEOUT);
    }

    @Override
    public String toString() {
        return "SysbenchCommand[" + test + " " + command + configFile + "]";
    }
}
