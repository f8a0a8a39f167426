package squall.benchbase.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.benchbase.cli.SquallFlags.Engine;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.upstream.Distribution;
import squall.benchbase.upstream.Jdk;
import squall.cli.CommandException;

/** Who runs the file. */
sealed interface Choice {
    /** The user's BenchBase. */
    record Upstream(Distribution distribution, Jdk jdk) implements Choice {}

    /** Squall. */
    record Squall() implements Choice {}

    /** @throws CommandException if the one that is asked for is not there, or cannot do what is asked for */
    static Choice of(Invocation invocation) throws CommandException {
        Map<String, String> environment = invocation.surroundings().environment();
        Engine asked = invocation.own().engine();
        Optional<Distribution> distribution = asked == Engine.SQUALL
                ? Optional.empty()
                : Distribution.of(environment, invocation.surroundings().folder());
        if (distribution.isPresent()) {
            return new Upstream(distribution.get(), Jdk.of(environment, Path.of(System.getProperty("java.home"))));
        }
        if (asked == Engine.UPSTREAM) {
            throw Invocation.wrong("--engine upstream: set BENCHBASE_JAR to the benchbase.jar of your BenchBase,"
                    + " or BENCHBASE_HOME to its folder");
        }
        requireOwn(invocation.flags());
        return new Squall();
    }

    private static void requireOwn(BenchbaseFlags flags) throws CommandException {
        if (flags.anonymize() || flags.dialectsExport() || !flags.monitorType().equals("throughput")) {
            String which = flags.anonymize()
                    ? "--anonymize"
                    : flags.dialectsExport() ? "--dialects-export" : "--monitor-type " + flags.monitorType();
            throw onlyUpstream(which);
        }
        if (flags.benchmarks().isEmpty()) {
            throw Invocation.wrong("a benchmark is missing, for example -b " + ConfigFile.BENCH);
        }
        if (!flags.benchmarks().equals(List.of(ConfigFile.BENCH))) {
            throw onlyUpstream("-b " + String.join(",", flags.benchmarks()));
        }
    }

    private static CommandException onlyUpstream(String what) {
        return Invocation.wrong(what + ": Squall's own engine runs " + ConfigFile.BENCH
                + " alone; for this set BENCHBASE_JAR or BENCHBASE_HOME to a BenchBase of yours");
    }
}
