package squall.benchbase.output;

import java.time.Duration;
import java.util.List;

/**
 * When the phases of a command ran.
 *
 * @param startedAtEpochMs the first one's second 0; 0 if none began
 * @param endedAtEpochUs when the last answer came, or the time was over
 * @param measured all of them together, without warm-ups
 * @param complete whether each came to its planned end
 */
record BenchmarkPeriod(long startedAtEpochMs, long endedAtEpochUs, Duration measured, boolean complete) {
    static BenchmarkPeriod of(List<PhaseLog> phases) {
        return new BenchmarkPeriod(
                phases.stream().mapToLong(PhaseLog::startedAtEpochMs).min().orElse(0),
                phases.stream().mapToLong(PhaseLog::endedAtEpochUs).max().orElse(0),
                phases.stream().map(PhaseLog::measured).reduce(Duration.ZERO, Duration::plus),
                phases.stream().allMatch(PhaseLog::complete));
    }

    /** BenchBase's word for it. */
    String state() {
        return complete ? "EXIT" : "ERROR";
    }

    /** 0 if no time passed. */
    double perSecond(long count) {
        return measured.isZero() ? 0 : count * 1e9 / measured.toNanos();
    }
}
