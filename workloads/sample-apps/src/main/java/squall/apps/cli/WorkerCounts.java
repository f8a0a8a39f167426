package squall.apps.cli;

import java.util.Optional;
import squall.apps.AppProfile;
import squall.apps.run.AppAssignment;
import squall.apps.run.SessionRoles;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.system.CommandException;

/**
 * Number of sessions that write and read, and their rate.
 *
 * @param perSecond of all sessions together; empty: as fast as they are answered
 * @param writeShare of the operations, where there is a rate
 */
record WorkerCounts(int readers, int writers, Optional<Double> perSecond, double writeShare) {
    static WorkerCounts of(ParsedOptions given, AppProfile.Drive drive) throws CommandException {
        boolean readOnly = given.has("read_only");
        if (readOnly && given.sessions("num_threads_write", 0) > 0) {
            throw CommandException.usage("--read_only has no writers: leave --num_threads_write out");
        }
        long threads = given.number("num_threads", drive.readers() + drive.writers(), 1, ParsedOptions.MOST_SESSIONS);
        long share = readOnly ? 0 : share(threads, drive);
        long writers = readOnly ? 0 : given.sessions("num_threads_write", share);
        long readers = given.sessions("num_threads_read", threads - share);
        if (readers + writers == 0) {
            throw CommandException.usage("there is nothing to do: there are no readers and no writers; give "
                    + (readOnly ? "--num_threads_read" : "--num_threads_read or --num_threads_write") + " above 0");
        }
        return paced(given, Math.toIntExact(readers), Math.toIntExact(writers));
    }

    WorkerCounts writers(int others) {
        return new WorkerCounts(readers, others, perSecond, writeShare);
    }

    WorkerCounts readers(int others) {
        return new WorkerCounts(others, writers, perSecond, writeShare);
    }

    /** Returns the sessions that have a write or a read to do; others would count as waiting until the end of the run. */
    WorkerCounts busy(AppAssignment assignment) {
        long batches = Math.ceilDiv(assignment.ownWrites(), assignment.batch());
        int writing = assignment.ownWrites() < 0 ? writers : (int) Math.min(writers, batches);
        int reading = assignment.ownReads() < 0 ? readers : (int) Math.min(readers, assignment.ownReads());
        return perSecond.isPresent() || writing + reading == 0
                ? this
                : writers(writing).readers(reading);
    }

    int sessions() {
        return readers + writers;
    }

    SessionRoles roles(ClientSplit split) {
        return perSecond
                .<SessionRoles>map(rate -> new SessionRoles.ByTurn(writeShare, split))
                .orElseGet(() -> new SessionRoles.BySession(writers));
    }

    LoadPace pace() {
        return perSecond
                .<LoadPace>map(rate -> new LoadPace.Rate(rate, LoadPace.Arrival.CONSTANT))
                .orElseGet(LoadPace.Closed::new);
    }

    /** Returns the writers' share of the sessions, rounded up, so that at least one session writes. */
    private static long share(long threads, AppProfile.Drive drive) {
        int all = drive.readers() + drive.writers();
        return (threads * drive.writers() + all - 1) / all;
    }

    private static WorkerCounts paced(ParsedOptions given, int readers, int writers) throws CommandException {
        Optional<Double> total = given.rate("rate");
        Optional<Double> reads = given.rate("read_rate");
        Optional<Double> writes = given.rate("write_rate");
        if (total.isPresent()) {
            if (reads.isPresent() || writes.isPresent()) {
                throw CommandException.usage("--rate is for all sessions together: leave "
                        + given.named("read_rate", "write_rate") + " out");
            }
            return new WorkerCounts(readers, writers, total, (double) writers / (readers + writers));
        }
        if (reads.isEmpty() && writes.isEmpty()) {
            return new WorkerCounts(readers, writers, Optional.empty(), 0);
        }
        requireSessions(readers, "readers", reads, "read_rate");
        requireSessions(writers, "writers", writes, "write_rate");
        if ((readers > 0 && reads.isEmpty()) || (writers > 0 && writes.isEmpty())) {
            throw CommandException.usage(
                    "one schedule serves all sessions, and only " + given.named("read_rate", "write_rate")
                            + " is given: give both --read_rate and --write_rate, or --rate");
        }
        double ofWriters = writers * writes.orElse(0.0);
        double all = ofWriters + readers * reads.orElse(0.0);
        return new WorkerCounts(readers, writers, Optional.of(all), ofWriters / all);
    }

    /** Refuses a rate of sessions that there are none of. */
    private static void requireSessions(int sessions, String kind, Optional<Double> rate, String option)
            throws CommandException {
        if (sessions == 0 && rate.isPresent()) {
            throw CommandException.usage("there are no " + kind + ": leave --" + option + " out");
        }
    }
}
