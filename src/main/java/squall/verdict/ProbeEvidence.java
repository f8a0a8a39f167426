package squall.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.outage.ClusterTimeline;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.scenario.expect.ExpectationMeasure;

/**
 * Evidence of a run besides its measurement: the findings of its probes, and the cluster's log.
 *
 * @param lanes of the probes; empty if there were none
 * @param laneConnections how the sessions of a lane of data lost their connections and got others, by its name
 * @param counts anomalies of the data by measure; a measure that nothing counted is missing
 * @param lostBySecond lost writes by the second of the run in which they were acknowledged
 * @param cluster what the cluster's log has
 */
public record ProbeEvidence(
        List<LaneSeries> lanes,
        Map<String, ClientSteps> laneConnections,
        Map<ExpectationMeasure, Long> counts,
        SortedMap<Long, Long> lostBySecond,
        ClusterTimeline cluster) {
    /** Evidence of a run without probes. */
    public static final ProbeEvidence NONE = new ProbeEvidence(List.of(), Map.of());

    public ProbeEvidence {
        lanes = List.copyOf(lanes);
        laneConnections = Map.copyOf(laneConnections);
        counts = Map.copyOf(counts);
        lostBySecond = Collections.unmodifiableSortedMap(new TreeMap<>(lostBySecond));
    }

    /** Creates the evidence of a run without a cluster whose log can be read. */
    public ProbeEvidence(
            List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts, SortedMap<Long, Long> lostBySecond) {
        this(lanes, Map.of(), counts, lostBySecond, ClusterTimeline.without("the logs of the cluster were not read"));
    }

    /** Creates the evidence of a run in which no write was lost. */
    public ProbeEvidence(List<LaneSeries> lanes, Map<ExpectationMeasure, Long> counts) {
        this(lanes, counts, Collections.emptySortedMap());
    }
}
