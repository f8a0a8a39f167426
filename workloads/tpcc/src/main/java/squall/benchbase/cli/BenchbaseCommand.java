package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import squall.benchbase.cli.SquallFlags.Engine;
import squall.benchbase.cli.UpstreamRun.BenchbaseDistribution;
import squall.benchbase.cli.UpstreamRun.BenchbaseJdk;
import squall.benchbase.config.ConfigFile;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JarOptions;
import squall.cli.command.CommandMonitor;
import squall.cli.command.MonitoringSettings.MonitoringFlags;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.cli.progress.ProgressConsole;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.TerminalStreams;

/** {@code bin/benchbase}: runs a BenchBase configuration file. */
@Command(
        name = "benchbase",
        description = "Runs a BenchBase configuration file on Squall's engine or on your own BenchBase.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 error budget exceeded; 4 data wrong;",
            "5 database unreachable; 6 run invalid; 130, 143 ended by a signal. BenchBase's own exit code is passed on."
        })
public final class BenchbaseCommand implements Callable<Integer> {
    private final CommandEnvironment surroundings;
    private final List<String> words;

    @Mixin
    private BenchbaseFlags flags = new BenchbaseFlags();

    @Mixin
    private SquallFlags own = new SquallFlags();

    @Mixin
    private MonitoringFlags watch = new MonitoringFlags();

    @Mixin
    private JarOptions jars = new JarOptions();

    private BenchbaseCommand(CommandEnvironment surroundings, List<String> words) {
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

    /** What can be typed after {@code bin/benchbase}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings, List<String> words) {
        return CommandRunner.line(new BenchbaseCommand(surroundings, words), surroundings);
    }

    @Override
    public Integer call() throws CommandException, IOException {
        ProgressConsole console = new ProgressConsole(
                surroundings.err(),
                TerminalStreams.of(System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                        .err(),
                own.progress());
        BenchbaseInvocation invocation = new BenchbaseInvocation(flags, own, surroundings, words);
        try {
            return switch (EngineChoice.of(invocation)) {
                case EngineChoice.Upstream(var distribution, var jdk) -> {
                    watch.refuse("BenchBase itself does not support this; add --engine squall");
                    if (jars.given()) {
                        throw BenchbaseInvocation.wrong(
                                "-cp and --driver apply to Squall's engine, but your BenchBase has its own class"
                                        + " path: add --engine squall");
                    }
                    yield new UpstreamRun(invocation, distribution, jdk).execute(console, Instant.now());
                }
                case EngineChoice.Squall squall -> {
                    loadDriver();
                    yield engine(BenchbaseSettings.of(invocation), console);
                }
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private void loadDriver() throws CommandException {
        JdbcDriver.require("--driver", jars.driver(), BenchbaseCommand.class.getClassLoader());
    }

    private int engine(BenchbaseSettings settings, ProgressConsole console)
            throws CommandException, InterruptedException {
        try (CommandMonitor monitor = CommandMonitor.open(watch.watching(), console::say)) {
            return new SquallEngineRun(settings, monitor, console).execute().code();
        }
    }

    /** Who runs the file. */
    private sealed interface EngineChoice {
        /** The user's BenchBase. */
        record Upstream(BenchbaseDistribution distribution, BenchbaseJdk jdk) implements EngineChoice {}

        /** Squall. */
        record Squall() implements EngineChoice {}

        /** @throws CommandException if the one that is asked for is not there, or cannot do what is asked for */
        static EngineChoice of(BenchbaseInvocation invocation) throws CommandException {
            Map<String, String> environment = invocation.surroundings().environment();
            Engine asked = invocation.own().engine();
            Optional<BenchbaseDistribution> distribution = asked == Engine.SQUALL
                    ? Optional.empty()
                    : BenchbaseDistribution.of(
                            environment, invocation.surroundings().folder());
            if (distribution.isPresent()) {
                return new Upstream(
                        distribution.get(), BenchbaseJdk.of(environment, Path.of(System.getProperty("java.home"))));
            }
            if (asked == Engine.UPSTREAM) {
                throw BenchbaseInvocation.wrong(
                        "--engine upstream: set BENCHBASE_JAR to the benchbase.jar of your BenchBase,"
                                + " or BENCHBASE_HOME to its folder");
            }
            requireOwn(invocation.flags());
            return new Squall();
        }

        private static void requireOwn(BenchbaseFlags flags) throws CommandException {
            if (flags.anonymize()
                    || flags.dialectsExport()
                    || !flags.monitorType().equals("throughput")) {
                String which = flags.anonymize()
                        ? "--anonymize"
                        : flags.dialectsExport() ? "--dialects-export" : "--monitor-type " + flags.monitorType();
                throw onlyUpstream(which);
            }
            if (flags.benchmarks().isEmpty()) {
                throw BenchbaseInvocation.wrong("the benchmark is missing, for example -b " + ConfigFile.BENCH);
            }
            if (!flags.benchmarks().equals(List.of(ConfigFile.BENCH))) {
                throw onlyUpstream("-b " + String.join(",", flags.benchmarks()));
            }
        }

        private static CommandException onlyUpstream(String what) {
            return BenchbaseInvocation.wrong(what + ": Squall's own engine runs only " + ConfigFile.BENCH
                    + "; to run others, set BENCHBASE_JAR or BENCHBASE_HOME to your BenchBase");
        }
    }
}
