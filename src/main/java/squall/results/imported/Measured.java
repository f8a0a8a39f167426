package squall.results.imported;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** How much of what was measured another program wrote down. */
sealed interface Measured {
    /** Every operation. @param samples at least one, in any order */
    record Samples(List<Sample> samples) implements Measured {
        public Samples {
            samples = List.copyOf(samples);
        }
    }

    /** The latencies of each operation over the whole run; microseconds. @param seconds the length of the run, empty if it is not recorded */
    record Distributions(Map<String, Histogram> byOperation, Optional<Double> seconds) implements Measured {
        public Distributions {
            byOperation = new TreeMap<>(byOperation);
        }
    }

    /** Figures alone. @param seconds the length of the run, empty if it is not recorded */
    record FiguresAlone(Optional<Double> seconds) implements Measured {}
}
