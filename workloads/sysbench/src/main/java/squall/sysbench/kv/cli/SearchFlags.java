package squall.sysbench.kv.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;
import squall.sysbench.cli.ResultFlags;
import squall.system.CommandException;

/** The options of looking for the concurrency that a cluster bears. */
final class SearchFlags {
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
    record Search(double p99Ms, Duration step, int most) {}

    Optional<Search> search() throws CommandException {
        if (!wanted) {
            if (!p99.isEmpty()) {
                throw ResultFlags.usage("--p99 is the bound of --find-concurrency: add that, or leave it out");
            }
            return Optional.empty();
        }
        if (p99.isEmpty()) {
            throw ResultFlags.usage("--find-concurrency needs a bound: add --p99 10ms, for example");
        }
        Duration step = KvFlags.time("--step-time", stepTime);
        Duration bound = KvFlags.time("--p99", p99);
        if (step.toSeconds() < 1 || step.toNanosPart() != 0 || bound.isZero() || most < 1) {
            throw ResultFlags.usage("--step-time must be a whole number of seconds, at least 1s, --p99 above 0 and"
                    + " --max-concurrency at least 1");
        }
        return Optional.of(new Search(bound.toNanos() / 1e6, step, most));
    }
}
