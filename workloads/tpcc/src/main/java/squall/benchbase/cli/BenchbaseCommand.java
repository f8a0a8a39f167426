package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import squall.benchbase.cli.SquallFlags.Engine;
import squall.benchbase.cli.UpstreamRun.BenchbaseDistribution;
import squall.benchbase.cli.UpstreamRun.BenchbaseJdk;
import squall.benchbase.config.ConfigFile;
import squall.cli.CommandEnvironment;
import squall.cli.command.CommandMonitor;
import squall.cli.command.FrontEndCommand;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.RunOptions;
import squall.cli.completion.CommandSyntax;
import squall.cli.progress.ProgressConsole;
import squall.spi.NearestName;
import squall.sql.driver.JdbcDriver;
import squall.system.CommandException;

/** {@code bin/benchbase}: BenchBase's configuration files, run on Squall's engine or on the user's own BenchBase. */
@Command(
        name = "benchbase",
        description = "Runs a BenchBase configuration file on Squall's engine or on your own BenchBase.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 expectation not met (error budget,",
            "rate, stop rule); 4 data wrong; 5 database unreachable; 6 run invalid; 130, 143 ended by a signal.",
            "BenchBase's own exit code is passed on."
        })
public final class BenchbaseCommand extends FrontEndCommand {
    @Mixin
    private BenchbaseFlags flags = new BenchbaseFlags();

    @Mixin
    private SquallFlags own = new SquallFlags();

    private BenchbaseCommand(CommandEnvironment environment, List<String> words) {
        super(environment, words, List.of());
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints only to the streams of the environment. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return new BenchbaseCommand(environment, words).execute();
    }

    /** Returns the syntax of {@code bin/benchbase}, for the completion of shells. */
    public static CommandSyntax syntax() {
        return new BenchbaseCommand(CommandEnvironment.ofProcess(), List.of()).completion();
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        RunOptions options = options();
        ProgressConsole console = options.console(environment());
        BenchbaseInvocation invocation = new BenchbaseInvocation(flags, own, options, environment(), words());
        return switch (EngineChoice.of(invocation)) {
            case EngineChoice.Upstream(var distribution, var jdk) -> {
                if (jars().given()) {
                    throw CommandException.usage(
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
    }

    private void loadDriver() throws CommandException {
        JdbcDriver.require("--driver", jars().driver(), BenchbaseCommand.class.getClassLoader());
    }

    private int engine(BenchbaseSettings settings, ProgressConsole console)
            throws CommandException, IOException, InterruptedException {
        MonitoringSettings monitoring = settings.invocation().options().monitoring();
        settings.invocation().makeFolders(settings.files().folder());
        try (CommandMonitor monitor = CommandMonitor.open(monitoring, console::say)) {
            return new SquallEngineRun(settings, monitor, console).execute().code();
        }
    }

    /** Choice of the engine that runs the file. */
    private sealed interface EngineChoice {
        /** Engine that is the user's BenchBase, with a JDK that it can run on. */
        record Upstream(BenchbaseDistribution distribution, BenchbaseJdk jdk) implements EngineChoice {}

        /** Engine that is Squall's own. */
        record Squall() implements EngineChoice {}

        /**
         * Chooses the engine: by {@code --engine}, else the user's BenchBase if the environment names one, else Squall's.
         *
         * @throws CommandException if the chosen engine is missing, or does not support an option or a benchmark of the command line
         */
        static EngineChoice of(BenchbaseInvocation invocation) throws CommandException {
            Map<String, String> variables = invocation.environment().variables();
            Engine asked = invocation.own().engine;
            Optional<BenchbaseDistribution> distribution = asked == Engine.SQUALL
                    ? Optional.empty()
                    : BenchbaseDistribution.of(
                            variables, invocation.environment().folder());
            if (distribution.isPresent()) {
                return new Upstream(
                        distribution.get(), BenchbaseJdk.of(variables, Path.of(System.getProperty("java.home"))));
            }
            if (asked == Engine.UPSTREAM) {
                throw CommandException.usage(
                        "--engine upstream: set BENCHBASE_JAR to the benchbase.jar of your BenchBase,"
                                + " or BENCHBASE_HOME to its folder");
            }
            requireOwn(invocation.flags());
            return new Squall();
        }

        private static void requireOwn(BenchbaseFlags flags) throws CommandException {
            if (flags.anonymize || flags.dialectsExport || !flags.monitorType.equals("throughput")) {
                String which = flags.anonymize
                        ? "--anonymize"
                        : flags.dialectsExport ? "--dialects-export" : "--monitor-type " + flags.monitorType;
                throw onlyUpstream(which + ": Squall's own engine does not support it; to use it");
            }
            if (flags.benchmarks.isEmpty()) {
                throw CommandException.usage("the benchmark is missing, for example -b " + ConfigFile.BENCH);
            }
            if (!flags.benchmarks.equals(List.of(ConfigFile.BENCH))) {
                String typed = String.join(",", flags.benchmarks);
                String known = "-b " + typed + ": Squall's own engine runs only " + ConfigFile.BENCH;
                String near = NearestName.hint(typed, List.of(ConfigFile.BENCH));
                throw near.isEmpty() ? onlyUpstream(known + "; to run others") : CommandException.usage(known + near);
            }
        }

        private static CommandException onlyUpstream(String what) {
            return CommandException.usage(what + ", set BENCHBASE_JAR or BENCHBASE_HOME to your BenchBase");
        }
    }
}
