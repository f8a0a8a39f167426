package squall.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.scenario.expect.ExpectationMeasure;

/**
 * Evidence of a run: the findings of its probes.
 *
 * @param lanes of the probes; empty if there were none
 * @param counts anomalies of the data by measure; a measure that nothing counted is missing
 * @param lostBySecond lost writes by the second of the run in which they were acknowledged
 */
public record ProbeEvidence(
        List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts, SortedMap<Long, Long> lostBySecond) {
    /** Evidence of a run without probes. */
    public static final ProbeEvidence NONE = new ProbeEvidence(List.of(), Map.of());

    public ProbeEvidence {
        lanes = List.copyOf(lanes);
        counts = Map.copyOf(counts);
        lostBySecond = Collections.unmodifiableSortedMap(new TreeMap<>(lostBySecond));
    }

    /** Creates the evidence of a run in which no write was lost. */
    public ProbeEvidence(List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts) {
        this(lanes, counts, Collections.emptySortedMap());
    }
}
