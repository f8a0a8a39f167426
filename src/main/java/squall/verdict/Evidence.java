package squall.verdict;

import java.util.List;
import java.util.Map;
import squall.measure.recovery.LaneSeries;
import squall.scenario.expect.Measure;

/**
 * What was seen beside the load.
 *
 * @param lanes of the probes; empty if there were none
 * @param counts flaws of the data by measure; a measure that nothing counted is missing
 */
public record Evidence(List<LaneSeries> lanes, Map<Measure, Long> counts) {
    /** Nothing looked beside the load. */
    public static final Evidence NONE = new Evidence(List.of(), Map.of());

    public Evidence {
        lanes = List.copyOf(lanes);
        counts = Map.copyOf(counts);
    }
}
