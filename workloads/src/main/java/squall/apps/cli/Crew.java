package squall.apps.cli;

import java.util.Optional;
import squall.apps.Profile;
import squall.apps.run.Roles;
import squall.cli.CommandException;
import squall.run.Pace;

/**
 * How many sessions write and read, and how fast.
 *
 * @param perSecond of all sessions together; empty: as fast as they are answered
 * @param writeShare of the operations, where there is a rate
 */
record Crew(int readers, int writers, Optional<Double> perSecond, double writeShare) {
    static Crew of(Given given, Profile.Drive drive) throws CommandException {
        boolean readOnly = given.has("read_only");
        if (readOnly && given.sessions("num_threads_write", 0) > 0) {
            throw Given.usage("--read_only has no writers: leave --num_threads_write out");
        }
        long threads = given.number("num_threads", drive.readers() + drive.writers(), 1);
        long share = readOnly ? 0 : share(threads, drive);
        long writers = readOnly ? 0 : given.sessions("num_threads_write", share);
        long readers = given.sessions("num_threads_read", threads - share);
        if (readers + writers == 0) {
            throw Given.usage("there is nothing to do: there are no readers and no writers; give "
                    + (readOnly ? "--num_threads_read" : "--num_threads_read or --num_threads_write") + " above 0");
        }
        return paced(given, Math.toIntExact(readers), Math.toIntExact(writers));
    }

    Crew writers(int others) {
        return new Crew(readers, others, perSecond, writeShare);
    }

    Crew readers(int others) {
        return new Crew(others, writers, perSecond, writeShare);
    }

    int sessions() {
        return readers + writers;
    }

    Roles roles() {
        return perSecond.<Roles>map(rate -> new Roles.ByTurn(writeShare)).orElseGet(() -> new Roles.BySession(writers));
    }

    Pace pace() {
        return perSecond
                .<Pace>map(rate -> new Pace.Rate(rate, Pace.Arrival.CONSTANT))
                .orElseGet(Pace.Closed::new);
    }

    /** Rounded up, so that somebody writes. */
    private static long share(long threads, Profile.Drive drive) {
        int all = drive.readers() + drive.writers();
        return (threads * drive.writers() + all - 1) / all;
    }

    private static Crew paced(Given given, int readers, int writers) throws CommandException {
        Optional<Double> total = given.rate("rate");
        Optional<Double> reads = given.rate("read_rate");
        Optional<Double> writes = given.rate("write_rate");
        if (total.isPresent()) {
            if (reads.isPresent() || writes.isPresent()) {
                throw Given.usage("--rate is for all sessions together: leave " + given.named("read_rate", "write_rate")
                        + " out");
            }
            return new Crew(readers, writers, total, (double) writers / (readers + writers));
        }
        if (reads.isEmpty() && writes.isEmpty()) {
            return new Crew(readers, writers, Optional.empty(), 0);
        }
        if ((readers > 0 && reads.isEmpty()) || (writers > 0 && writes.isEmpty())) {
            throw Given.usage("one schedule serves all sessions, and only " + given.named("read_rate", "write_rate")
                    + " is given: give both --read_rate and --write_rate, or --rate");
        }
        double ofWriters = writers * writes.orElse(0.0);
        double all = ofWriters + readers * reads.orElse(0.0);
        return new Crew(readers, writers, Optional.of(all), ofWriters / all);
    }
}
