package squall.adversity.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import squall.cli.command.MaximumSearch;
import squall.spi.Durations;

/** Options of the search for a boundary: which loads, and how long the faults are held. */
final class BoundaryFlags {
    @Option(
            names = "--from",
            paramLabel = "PERCENT",
            description = "Lowest load, in percent of the maximum (default: ${DEFAULT-VALUE}).")
    private int from = 10;

    @Option(names = "--to", paramLabel = "PERCENT", description = "Highest load (default: ${DEFAULT-VALUE}).")
    private int to = 90;

    @Option(
            names = "--within",
            paramLabel = "PERCENT",
            description = "Width to which the boundary is narrowed (default: ${DEFAULT-VALUE}).")
    private int within = 5;

    @Option(
            names = "--hold",
            paramLabel = "TIMES",
            split = ",",
            description =
                    "Times for which the faults are held, such as 1s,2s,4s: a boundary for each (default: as in the scenario).")
    private List<String> holds = new ArrayList<>();

    /**
     * Pair of axes of the map.
     *
     * @param loads in percent of the maximum
     * @param holds times for which the faults are held; empty: as in the scenario
     */
    record BoundaryAxes(MaximumSearch loads, List<Duration> holds) {
        private static final int MOST_HOLDS = 20;

        BoundaryAxes {
            holds = List.copyOf(holds);
            if (holds.size() != holds.stream().distinct().count()) {
                throw new IllegalArgumentException("--hold names a time twice: "
                        + String.join(",", holds.stream().map(Durations::text).toList()));
            }
            if (holds.size() > MOST_HOLDS) {
                throw new IllegalArgumentException(
                        "--hold must be at most " + MOST_HOLDS + " times, not " + holds.size());
            }
        }

        /** Creates axes of one range of loads. @param within width of the gap that is not narrowed any more */
        static BoundaryAxes of(int from, int to, int within, List<Duration> holds) {
            if (!(from >= 1 && from <= to && to <= 100)) {
                throw new IllegalArgumentException(
                        "--from and --to must be percents in [1, 100], in this order, not " + from + " and " + to);
            }
            if (within < 1) {
                throw new IllegalArgumentException("--within must be at least 1, not " + within);
            }
            return new BoundaryAxes(MaximumSearch.between(from, to, within), holds);
        }
    }

    /** @throws IllegalArgumentException if a value is wrong; the message names its option */
    BoundaryAxes axes() {
        return BoundaryAxes.of(
                from, to, within, holds.stream().map(BoundaryFlags::hold).toList());
    }

    private static Duration hold(String typed) {
        return Durations.parse(typed)
                .filter(Duration::isPositive)
                .orElseThrow(() -> new IllegalArgumentException("--hold must be " + Durations.WANTED
                        + ", above 0, or several with commas between them, not '" + typed + "'"));
    }
}
