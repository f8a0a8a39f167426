package squall.results.imported;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.results.file.FiguresFile.WorkloadFigure;

/**
 * What was found in the files of another program.
 *
 * @param workload as that program names it
 * @param database product and version; empty texts where they are not recorded
 * @param startedAt empty if it is not recorded
 * @param facts for the manifest, in the words of that program
 * @param figures as that program states them
 * @param lacking what Squall records of its own runs and these files do not tell
 */
record ImportedRun(
        String workload,
        ImportedDatabase database,
        Optional<Instant> startedAt,
        Map<String, Object> facts,
        ImportedMeasurement measured,
        List<WorkloadFigure> figures,
        List<String> lacking) {
    /** Which database it was. */
    record ImportedDatabase(String product, String version) {
        static final ImportedDatabase UNKNOWN = new ImportedDatabase("", "");
    }

    ImportedRun {
        facts = Map.copyOf(facts);
        figures = List.copyOf(figures);
        lacking = List.copyOf(lacking);
    }

    /** How much of what was measured another program wrote down. */
    sealed interface ImportedMeasurement {
        /** Every operation. @param samples at least one, in any order */
        record Samples(List<ImportedSample> samples) implements ImportedMeasurement {
            public Samples {
                samples = List.copyOf(samples);
            }
        }

        /** The latencies of each operation over the whole run; microseconds. @param seconds the length of the run, empty if it is not recorded */
        record Distributions(Map<String, Histogram> byOperation, Optional<Double> seconds)
                implements ImportedMeasurement {
            public Distributions {
                byOperation = new TreeMap<>(byOperation);
            }
        }

        /** Figures alone. @param seconds the length of the run, empty if it is not recorded */
        record FiguresAlone(Optional<Double> seconds) implements ImportedMeasurement {}
    }

    /**
     * One acknowledged operation that another program wrote down.
     *
     * @param dueNs since the epoch, when it was to begin: where that is not recorded, when it began
     * @param sentNs since the epoch
     * @param doneNs since the epoch
     */
    record ImportedSample(String operation, long dueNs, long sentNs, long doneNs) {}
}
