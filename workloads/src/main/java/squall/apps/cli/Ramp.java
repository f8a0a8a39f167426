package squall.apps.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.apps.Kinds;
import squall.cli.CommandException;
import squall.spi.Operation;

/**
 * An order to find out how many sessions it takes.
 *
 * @param kind whose sessions are raised
 * @param step how long each number is measured
 * @param p99LimitMs that must not be passed; infinite: none
 */
record Ramp(Operation kind, Duration step, double p99LimitMs) {
    static final String AUTO = "auto";

    /** Empty if all numbers of sessions are given. */
    static Optional<Ramp> of(Given given) throws CommandException {
        boolean write = given.text("num_threads_write").equals(Optional.of(AUTO));
        boolean read = given.text("num_threads_read").equals(Optional.of(AUTO));
        if (!write && !read) {
            for (String option : List.of("auto-step", "auto-p99")) {
                if (given.has(option)) {
                    throw Given.usage("--" + option + " needs --num_threads_write auto or --num_threads_read auto");
                }
            }
            return Optional.empty();
        }
        if (write && read) {
            throw Given.usage("one number of sessions can be raised at a time: give --num_threads_read or"
                    + " --num_threads_write a number");
        }
        for (String rate : List.of("rate", "read_rate", "write_rate")) {
            if (given.has(rate)) {
                throw Given.usage("--" + rate + " says how fast, 'auto' finds out: leave one out");
            }
        }
        return Optional.of(new Ramp(
                write ? Kinds.WRITE : Kinds.READ,
                Duration.ofSeconds(given.number("auto-step", 5, 1)),
                given.rate("auto-p99").orElse(Double.POSITIVE_INFINITY)));
    }

    /** The crew with so many sessions of the kind that is raised. */
    Crew crew(Crew others, int sessions) {
        return kind.equals(Kinds.WRITE) ? others.writers(sessions) : others.readers(sessions);
    }
}
