package squall.ycsb.output;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The measurements that stand under one name in a report.
 *
 * @param name for example {@code READ}, {@code READ-FAILED}, {@code Intended-READ}
 * @param latency microseconds
 * @param returns how often each status ended the operation; empty where the group is not the one that counts them
 * @param slotMeansUs average latency of each slot of the timeline, 0 where nothing was completed; empty unless kept
 */
record MeasurementGroup(String name, Histogram latency, SortedMap<String, Long> returns, List<Double> slotMeansUs) {
    MeasurementGroup renamed(String other) {
        return new MeasurementGroup(other, latency, returns, slotMeansUs);
    }

    MeasurementGroup withoutReturns() {
        return new MeasurementGroup(name, latency, new TreeMap<>(), slotMeansUs);
    }
}
