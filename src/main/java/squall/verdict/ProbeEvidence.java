package squall.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.scenario.expect.ExpectationMeasure;

/**
 * The findings of the probes.
 *
 * @param lanes of the probes; empty if there were none
 * @param counts flaws of the data by measure; a measure that nothing counted is missing
 * @param lostBySecond how many of the lost writes were acknowledged in which second of the run
 */
public record ProbeEvidence(
        List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts, SortedMap<Long, Long> lostBySecond) {
    /** There were no probes. */
    public static final ProbeEvidence NONE = new ProbeEvidence(List.of(), Map.of());

    public ProbeEvidence {
        lanes = List.copyOf(lanes);
        counts = Map.copyOf(counts);
        lostBySecond = Collections.unmodifiableSortedMap(new TreeMap<>(lostBySecond));
    }

    /** Where no write was lost. */
    public ProbeEvidence(List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts) {
        this(lanes, counts, Collections.emptySortedMap());
    }
}
