package squall.run.watch;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import squall.spi.Metric;

/**
 * What became of the looks at one instrument.
 *
 * @param seen looks that were answered
 * @param missed looks that were not
 * @param skipped looks that could not be taken because the one before took so long
 * @param longest that a look took
 * @param trouble the first reason why one was missed
 * @param absent what this database could tell but here does not, and why not
 */
public record Tally(
        String source,
        Duration every,
        long seen,
        long missed,
        long skipped,
        Duration longest,
        Optional<String> trouble,
        Map<Metric, String> absent) {
    public Tally {
        absent = Map.copyOf(absent);
    }

    /** Whether every look was taken and answered. */
    public boolean whole() {
        return missed == 0 && skipped == 0;
    }

    /** One line for people. */
    public String line() {
        return source + ": " + missed + " of " + (seen + missed) + " looks failed, " + skipped + " skipped"
                + trouble.map(why -> "; the first: " + why.strip().replaceAll("\\s*\\R\\s*", " "))
                        .orElse("");
    }
}
