package squall.report.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * The metrics that are looked at together.
 *
 * @param metrics in the order in which runs tell them
 */
public record MetricFamily(List<ComparedMetric> metrics) {
    public MetricFamily {
        metrics = List.copyOf(metrics);
    }

    /**
     * Those of these runs that are wanted.
     *
     * @throws CommandException if one that is asked for by its key is in no run
     */
    public static MetricFamily of(List<ComparedRun> runs, ComparisonSettings terms) throws CommandException {
        Map<String, ComparedMetric> known = new LinkedHashMap<>();
        runs.forEach(run -> run.readings().forEach((key, reading) -> known.putIfAbsent(key, reading.metric())));
        for (String wanted : terms.metrics()) {
            if (known.keySet().stream().noneMatch(key -> ComparisonSettings.matches(wanted, key))) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "no run has a metric '" + wanted + "'" + NearestName.hint(wanted, known.keySet())
                                + "; known are " + String.join(", ", known.keySet()));
            }
        }
        return new MetricFamily(known.values().stream().filter(terms::wants).toList());
    }
}
