package squall.report.trend;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.report.compare.Differences;
import squall.report.compare.Entrant;
import squall.report.compare.Family;
import squall.report.compare.Metric;
import squall.report.compare.Reading;
import squall.report.compare.Terms;

/**
 * Runs in the order of their beginnings.
 *
 * @param differences in their conditions, each in one line
 * @param courses one for each metric of the family that all runs have and that was seen to end in all
 * @param absent keys of the others
 */
public record Trend(
        List<Entrant> runs, List<String> differences, List<Course> courses, List<String> absent, long seed) {
    public Trend {
        runs = List.copyOf(runs);
        differences = List.copyOf(differences);
        courses = List.copyOf(courses);
        absent = List.copyOf(absent);
    }

    /**
     * @param terms their metrics, seed and what may differ; database and program may, because that is what a trend is of
     * @throws CommandException if there are too few runs for any change, or they are not alike; the message says in what
     */
    public static Trend of(List<Entrant> runs, Terms terms) throws CommandException {
        List<Entrant> ordered = runs.stream()
                .filter(run -> run.startedAt().isPresent())
                .sorted(Comparator.comparing(run -> run.startedAt().orElseThrow()))
                .toList();
        if (ordered.size() < runs.size()) {
            throw refused("of " + (runs.size() - ordered.size()) + " runs nobody recorded when they began");
        }
        if (ordered.size() < 2 * Course.LEAST_RUNS) {
            throw refused(ordered.size() + " runs are too few for a trend, at least " + 2 * Course.LEAST_RUNS
                    + " are wanted");
        }
        List<String> differences = Differences.amongRuns(ordered, terms);
        List<Metric> family = Family.of(ordered, terms).metrics();
        List<Metric> whole = family.stream()
                .filter(metric -> ordered.stream().allMatch(run -> isKnown(metric, run)))
                .toList();
        if (whole.isEmpty()) {
            throw refused("there is no metric that all runs have; asked for were " + terms.metrics());
        }
        return new Trend(
                ordered,
                differences,
                whole.stream()
                        .map(metric -> Course.of(metric, readings(ordered, metric), terms.seed()))
                        .toList(),
                family.stream()
                        .filter(metric -> !whole.contains(metric))
                        .map(Metric::key)
                        .toList(),
                terms.seed());
    }

    /** A lower bound is no value that could be followed. */
    private static boolean isKnown(Metric metric, Entrant run) {
        Reading reading = run.readings().get(metric.key());
        return reading != null && !reading.atLeast();
    }

    private static List<Reading> readings(List<Entrant> runs, Metric metric) {
        return runs.stream()
                .flatMap(run -> Stream.ofNullable(run.readings().get(metric.key())))
                .toList();
    }

    private static CommandException refused(String why) {
        return new CommandException(ExitCode.USAGE, "no trend: " + why);
    }
}
