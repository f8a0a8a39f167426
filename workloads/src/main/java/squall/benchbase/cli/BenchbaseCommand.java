package squall.benchbase.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.JarOptions;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Syntax;
import squall.cli.progress.Console;
import squall.command.Monitor;
import squall.command.WatchFlags;
import squall.sql.JdbcDriver;

/** {@code bin/benchbase}: runs a BenchBase configuration file. */
@Command(
        name = "benchbase",
        description = "Runs a configuration file of BenchBase, on Squall's engine or on a BenchBase of yours.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 error budget missed; 4 data wrong;",
            "5 database unreachable; 6 run invalid; 130, 143 ended by a signal. BenchBase's own code is passed on."
        })
public final class BenchbaseCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private final List<String> words;

    @Mixin
    private BenchbaseFlags flags = new BenchbaseFlags();

    @Mixin
    private SquallFlags own = new SquallFlags();

    @Mixin
    private WatchFlags watch = new WatchFlags();

    @Mixin
    private JarOptions jars = new JarOptions();

    private BenchbaseCommand(Surroundings surroundings, List<String> words) {
        this.surroundings = surroundings;
        this.words = words;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        return line(surroundings, words).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/benchbase}, for shells that complete it. */
    public static Syntax syntax() {
        return PicocliSyntax.of(line(Surroundings.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(Surroundings surroundings, List<String> words) {
        CommandLine line = Commands.line(new BenchbaseCommand(surroundings, words));
        line.addMixin("common", new CommonOptions());
        line.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        return line;
    }

    @Override
    public Integer call() throws CommandException, IOException {
        Console console = new Console(
                surroundings.err(),
                Terminal.of(System.getProperties(), surroundings.environment(), Terminal.Color.AUTO)
                        .err(),
                own.progress());
        Invocation invocation = new Invocation(flags, own, surroundings, words);
        try {
            return switch (Choice.of(invocation)) {
                case Choice.Upstream(var distribution, var jdk) -> {
                    watch.refuse("your BenchBase does not do that; add --engine squall");
                    if (jars.given()) {
                        throw Invocation.wrong(
                                "-cp and --driver are for Squall's engine, your BenchBase has a class path of"
                                        + " its own: add --engine squall");
                    }
                    yield new UpstreamRun(invocation, distribution, jdk).execute(console, Instant.now());
                }
                case Choice.Squall squall -> {
                    loadDriver();
                    yield engine(EngineSettings.of(invocation), console);
                }
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private void loadDriver() throws CommandException {
        try {
            JdbcDriver.load(jars.driver(), BenchbaseCommand.class.getClassLoader());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--driver: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, "--driver: " + e.getMessage(), e);
        }
    }

    private int engine(EngineSettings settings, Console console) throws CommandException, InterruptedException {
        try (Monitor monitor = Monitor.open(watch.watching(), console::say)) {
            return new EngineRun(settings, monitor, console).execute().code();
        }
    }
}
