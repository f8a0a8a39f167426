package squall.results.imported;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.results.file.FiguresFile.WorkloadFigure;

/**
 * Data found in the files of another program.
 *
 * @param workload as that program names it
 * @param database product and version; empty texts if they are not recorded
 * @param startedAt empty if it is not recorded
 * @param facts for the manifest, with that program's terms
 * @param figures as that program states them
 * @param lacking data that Squall records of its own runs and these files do not contain
 */
record ImportedRun(
        String workload,
        ImportedDatabase database,
        Optional<Instant> startedAt,
        Map<String, Object> facts,
        ImportedMeasurement measured,
        List<WorkloadFigure> figures,
        List<String> lacking) {
    /** Database of the run. */
    record ImportedDatabase(String product, String version) {
        static final ImportedDatabase UNKNOWN = new ImportedDatabase("", "");
    }

    ImportedRun {
        facts = Map.copyOf(facts);
        figures = List.copyOf(figures);
        lacking = List.copyOf(lacking);
    }

    /** Measurement in the detail that the other program recorded. */
    sealed interface ImportedMeasurement {
        /** Returns the samples; without any, figures alone. @param seconds as there */
        static ImportedMeasurement of(List<ImportedSample> samples, Optional<Double> seconds) {
            return samples.isEmpty() ? new FiguresAlone(seconds) : new Samples(samples);
        }

        /** List of every operation's sample. @param samples at least one, in any order */
        record Samples(List<ImportedSample> samples) implements ImportedMeasurement {
            public Samples {
                samples = List.copyOf(samples);
            }
        }

        /**
         * Distribution of each operation's latency over the whole run; microseconds. @param seconds the length of the run, empty if it is
         * not recorded
         */
        record Distributions(Map<String, LatencyDistribution> byOperation, Optional<Double> seconds)
                implements ImportedMeasurement {
            public Distributions {
                byOperation = new TreeMap<>(byOperation);
            }
        }

        /** Figures alone. @param seconds the length of the run, empty if it is not recorded */
        record FiguresAlone(Optional<Double> seconds) implements ImportedMeasurement {}
    }

    /**
     * Set of the distributions of one operation's latency; microseconds.
     *
     * @param ok of acknowledged operations
     * @param failed of those that failed, by status
     * @param part whether it is timed on its own, but not counted in totals
     */
    record LatencyDistribution(Histogram ok, Map<String, Histogram> failed, boolean part) {
        LatencyDistribution {
            failed = new TreeMap<>(failed);
        }
    }

    /**
     * Sample of one acknowledged operation that another program recorded.
     *
     * @param dueNs since the epoch, its intended start; its actual start if the intended one is not recorded
     * @param sentNs since the epoch
     * @param doneNs since the epoch
     */
    record ImportedSample(String operation, long dueNs, long sentNs, long doneNs) {}
}
