package squall.engine.monitor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import squall.spi.ServerMetric;

/**
 * The number of readings of one instrument by result.
 *
 * @param seen successful readings
 * @param missed failed readings
 * @param skipped readings that were not taken because the previous one took too long
 * @param longest duration of the slowest reading
 * @param problem the first reason for a missed reading
 * @param absent what this database could tell but here does not, and why not
 */
public record PollingStatistics(
        String source,
        Duration every,
        long seen,
        long missed,
        long skipped,
        Duration longest,
        Optional<String> problem,
        Map<ServerMetric, String> absent) {
    public PollingStatistics {
        absent = Map.copyOf(absent);
    }

    /** Whether every look was taken and answered. */
    public boolean whole() {
        return missed == 0 && skipped == 0;
    }

    /** One line for people. */
    public String line() {
        return source + ": " + missed + " of " + (seen + missed) + " looks failed, " + skipped + " skipped"
                + problem.map(why -> "; the first: " + why.strip().replaceAll("\\s*\\R\\s*", " "))
                        .orElse("");
    }
}
