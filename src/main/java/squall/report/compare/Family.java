package squall.report.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Nearest;

/**
 * The metrics that are looked at together.
 *
 * @param metrics in the order in which runs tell them
 */
public record Family(List<Metric> metrics) {
    public Family {
        metrics = List.copyOf(metrics);
    }

    /**
     * Those of these runs that are wanted.
     *
     * @throws CommandException if one that is asked for by its key is in no run
     */
    public static Family of(List<Entrant> runs, Terms terms) throws CommandException {
        Map<String, Metric> known = new LinkedHashMap<>();
        runs.forEach(run -> run.readings().forEach((key, reading) -> known.putIfAbsent(key, reading.metric())));
        for (String wanted : terms.metrics()) {
            if (known.keySet().stream().noneMatch(key -> Terms.matches(wanted, key))) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "no run has a metric '" + wanted + "'" + Nearest.hint(wanted, known.keySet()) + "; known are "
                                + String.join(", ", known.keySet()));
            }
        }
        return new Family(known.values().stream().filter(terms::wants).toList());
    }
}
