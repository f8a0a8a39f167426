package squall.results;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.measure.server.ServerFigures;
import squall.system.SecretMasking;

/**
 * Summary of the database's own metrics: the member {@code server} of {@code summary.json}.
 *
 * @param absent by metric, why this database does not report it
 * @param unreadable why the readings could not be read back; then the windows have no figures
 */
public record ServerSummary(
        List<InstrumentReadings> sources,
        Map<String, String> absent,
        List<ServerWindow> windows,
        Optional<String> unreadable) {
    /** Readings of one instrument in numbers. @param skipped readings that were not taken because the previous one took too long */
    public record InstrumentReadings(
            String source,
            double everyS,
            long seen,
            long missed,
            long skipped,
            double longestMs,
            Optional<String> firstFailure) {
        public static InstrumentReadings of(PollingStatistics statistics) {
            return new InstrumentReadings(
                    SecretMasking.mask(statistics.source()),
                    statistics.every().toMillis() / 1000.0,
                    statistics.seen(),
                    statistics.missed(),
                    statistics.skipped(),
                    statistics.longest().toNanos() / 1e6,
                    statistics.problem().map(SecretMasking::mask));
        }
    }

    /** Figures of one window, each absent if the database does not report it. */
    public record ServerWindow(
            String name,
            OptionalDouble queriesPerS,
            OptionalDouble queryMeanMs,
            OptionalDouble queryP95Ms,
            OptionalDouble commitsPerS,
            OptionalDouble cpuCores,
            OptionalDouble diskBytes,
            OptionalDouble logBytesPerS,
            OptionalDouble cacheHitShare,
            OptionalDouble sstables,
            OptionalDouble compactionsPending,
            OptionalDouble readAmplification) {
        public static ServerWindow of(String name, ServerFigures figures) {
            return new ServerWindow(
                    name,
                    finite(figures.queriesPerSecond()),
                    finite(figures.queryMeanMs()),
                    finite(figures.queryP95Ms()),
                    finite(figures.commitsPerSecond()),
                    finite(figures.cpuCores()),
                    finite(figures.diskBytes()),
                    finite(figures.logBytesPerSecond()),
                    finite(figures.cacheHitShare()),
                    finite(figures.sstables()),
                    finite(figures.compactionsPending()),
                    finite(figures.readAmplification()));
        }

        /** Drops an infinite value, which is beyond every bucket: JSON has no such number. */
        private static OptionalDouble finite(OptionalDouble value) {
            return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value : OptionalDouble.empty();
        }
    }
}
