package squall.apps.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.apps.AppOperations;
import squall.spi.Operation;
import squall.system.CommandException;

/**
 * An order to find out how many sessions it takes.
 *
 * @param kind whose sessions are raised
 * @param step how long each number is measured
 * @param p99LimitMs that must not be passed; infinite: none
 */
record RampSettings(Operation kind, Duration step, double p99LimitMs) {
    static final String AUTO = "auto";

    /** Empty if all numbers of sessions are given. */
    static Optional<RampSettings> of(ParsedOptions given) throws CommandException {
        boolean write = given.text("num_threads_write").equals(Optional.of(AUTO));
        boolean read = given.text("num_threads_read").equals(Optional.of(AUTO));
        if (!write && !read) {
            for (String option : List.of("auto-step", "auto-p99")) {
                if (given.has(option)) {
                    throw ParsedOptions.usage(
                            "--" + option + " needs --num_threads_write auto or --num_threads_read auto");
                }
            }
            return Optional.empty();
        }
        if (write && read) {
            throw ParsedOptions.usage("one number of sessions can be raised at a time: give --num_threads_read or"
                    + " --num_threads_write a number");
        }
        for (String rate : List.of("rate", "read_rate", "write_rate")) {
            if (given.has(rate)) {
                throw ParsedOptions.usage("--" + rate + " says how fast, 'auto' finds out: leave one out");
            }
        }
        return Optional.of(new RampSettings(
                write ? AppOperations.WRITE : AppOperations.READ,
                Duration.ofSeconds(given.number("auto-step", 5, 1)),
                given.rate("auto-p99").orElse(Double.POSITIVE_INFINITY)));
    }

    /** The crew with so many sessions of the kind that is raised. */
    WorkerCounts workers(WorkerCounts others, int sessions) {
        return kind.equals(AppOperations.WRITE) ? others.writers(sessions) : others.readers(sessions);
    }
}
