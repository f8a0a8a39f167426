package squall.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.measure.recovery.LaneSeries;
import squall.scenario.expect.Measure;

/**
 * What was seen beside the load.
 *
 * @param lanes of the probes; empty if there were none
 * @param counts flaws of the data by measure; a measure that nothing counted is missing
 * @param lostBySecond how many of the lost writes were acknowledged in which second of the run
 */
public record Evidence(List<LaneSeries> lanes, Map<Measure, Long> counts, SortedMap<Long, Long> lostBySecond) {
    /** Nothing looked beside the load. */
    public static final Evidence NONE = new Evidence(List.of(), Map.of());

    public Evidence {
        lanes = List.copyOf(lanes);
        counts = Map.copyOf(counts);
        lostBySecond = Collections.unmodifiableSortedMap(new TreeMap<>(lostBySecond));
    }

    /** Where no write was lost. */
    public Evidence(List<LaneSeries> lanes, Map<Measure, Long> counts) {
        this(lanes, counts, Collections.emptySortedMap());
    }
}
