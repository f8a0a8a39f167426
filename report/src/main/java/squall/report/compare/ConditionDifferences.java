package squall.report.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;

/** Comparison of the conditions of two sides, or of the runs of one. */
public final class ConditionDifferences {
    /** Tolerance of the length: two runs of different lengths may have done the same work, or lasted as long. */
    private static final double LENGTHS_APART = 0.1;

    private static final String NOTHING = "";

    private final List<ComparedRun> first;
    private final List<ComparedRun> second;
    private final Collection<String> allowed;

    /** @param allowed keys of conditions that may differ; one includes all below it */
    ConditionDifferences(List<ComparedRun> first, List<ComparedRun> second, Collection<String> allowed) {
        this.first = first;
        this.second = second;
        this.allowed = allowed;
    }

    /**
     * Returns the differences among runs that follow each other, of which each may have another database and another machine.
     *
     * @return a line for each
     * @throws CommandException if they differ in a condition that decides what was measured
     */
    public static List<String> amongRuns(List<ComparedRun> runs, ComparisonSettings terms) throws CommandException {
        List<ConditionDifference> all = new ConditionDifferences(runs, runs, terms.allowed()).all();
        refuse(
                all.stream()
                        .filter(difference -> !difference.allowed()
                                && RunConditions.weight(difference.key()) == RunConditions.Weight.DECIDES)
                        .toList(),
                ConditionDifference::values);
        return all.stream().map(ConditionDifference::values).toList();
    }

    /**
     * Returns a line for each condition in which the runs of a table differ, whatever their states.
     *
     * @param expected keys of conditions in which they may differ; one includes all below it
     * @throws IOException if a file of a run is missing or damaged; the message names it
     */
    public static List<String> amongRuns(List<RecordedRun> runs, Collection<String> expected) throws IOException {
        List<ComparedRun> read = new ArrayList<>();
        for (RecordedRun run : runs) {
            read.add(new ComparedRun(run, RunConditions.of(run), Map.of()));
        }
        return new ConditionDifferences(read, read, expected)
                .all().stream()
                        .filter(difference -> !difference.allowed())
                        .map(difference -> "the runs differ in " + difference.values())
                        .toList();
    }

    /** Refuses a comparison. Does nothing if there are no forbidding differences. */
    static void refuse(List<ConditionDifference> forbidding) throws CommandException {
        refuse(forbidding, ConditionDifference::text);
    }

    private static void refuse(List<ConditionDifference> forbidding, Function<ConditionDifference, String> text)
            throws CommandException {
        if (!forbidding.isEmpty()) {
            throw CommandException.usage("cannot compare: the runs differ in "
                    + forbidding.stream().map(text).collect(Collectors.joining("; "))
                    + " (--allow-difference KEY compares them all the same)");
        }
    }

    /** Returns a warning for each difference that a reader has to know. */
    static List<String> warnings(List<ConditionDifference> differences) {
        return differences.stream()
                .filter(difference ->
                        difference.allowed() || RunConditions.weight(difference.key()) == RunConditions.Weight.WARNED)
                .map(difference -> (difference.allowed() ? "allowed to differ: " : "differs: ") + difference.text())
                .toList();
    }

    List<ConditionDifference> all() {
        Set<String> keys = new TreeSet<>(List.of("seed", "length"));
        first.forEach(run -> keys.addAll(run.conditions().values().keySet()));
        second.forEach(run -> keys.addAll(run.conditions().values().keySet()));
        return keys.stream()
                .map(key -> new ConditionDifference(key, values(key, first), values(key, second), isAllowed(key)))
                .filter(difference ->
                        difference.withinOneSide() || !difference.here().equals(difference.there()))
                .toList();
    }

    private List<String> values(String key, List<ComparedRun> side) {
        return switch (key) {
            case "seed" -> List.of(first.size() < 2 || second.size() < 2 ? NOTHING : seeds(side));
            case "length" -> alike() ? List.of("alike") : lengths(side);
            default ->
                side.stream()
                        .map(run -> run.conditions().values().getOrDefault(key, NOTHING))
                        .distinct()
                        .sorted()
                        .toList();
        };
    }

    /** Returns how the seeds were chosen. A single run shows no policy, so it agrees with everything. */
    private static String seeds(List<ComparedRun> side) {
        long different = side.stream()
                .map(run -> run.run().manifest().seed().orElse(0))
                .distinct()
                .count();
        return different == 1 ? "the same in all runs" : "different from run to run";
    }

    /** Returns whether the runs lasted equally long, or had the same number of operations; true if neither was recorded of all. */
    private boolean alike() {
        List<Double> spreads = Stream.of(spread(ComparedRun::seconds), spread(ComparedRun::operations))
                .flatMap(spread -> spread.stream().boxed())
                .toList();
        return spreads.isEmpty() || spreads.stream().anyMatch(spread -> spread <= 1 + LENGTHS_APART);
    }

    /** Returns the largest size as a multiple of the smallest; empty if one was not recorded. */
    private OptionalDouble spread(Function<ComparedRun, OptionalDouble> size) {
        List<OptionalDouble> sizes =
                Stream.concat(first.stream(), second.stream()).map(size).toList();
        double[] known =
                sizes.stream().flatMapToDouble(OptionalDouble::stream).sorted().toArray();
        if (known.length < sizes.size() || known.length == 0) {
            return OptionalDouble.empty();
        }
        double least = known[0];
        double most = known[known.length - 1];
        return OptionalDouble.of(least == most ? 1 : most / least);
    }

    private static List<String> lengths(List<ComparedRun> side) {
        return side.stream()
                .map(run -> run.seconds().stream()
                        .mapToObj(seconds -> Math.round(seconds) + " s")
                        .findFirst()
                        .orElse("not recorded"))
                .distinct()
                .toList();
    }

    private boolean isAllowed(String key) {
        return allowed.stream().anyMatch(each -> key.equals(each) || key.startsWith(each + "."));
    }

    /**
     * Difference of runs in one condition.
     *
     * @param here its values on the first side, each once
     * @param there on the second
     * @param allowed whether the user said that it may differ
     */
    record ConditionDifference(String key, List<String> here, List<String> there, boolean allowed) {
        /** Maximum length of a value; longer ones are cut. */
        private static final int LONGEST = 60;

        ConditionDifference {
            here = List.copyOf(here);
            there = List.copyOf(there);
        }

        /** Returns whether even the runs of one side differ in it. */
        boolean withinOneSide() {
            return here.size() > 1 || there.size() > 1;
        }

        /** Returns whether the sides cannot be compared because of it. */
        boolean forbids() {
            return !allowed
                    && switch (RunConditions.weight(key)) {
                        case DECIDES -> true;
                        case COMPARED -> withinOneSide();
                        case WARNED -> false;
                    };
        }

        /** Returns the values as text, where both sides are the same runs. */
        String values() {
            return key + ": " + shown(here);
        }

        String text() {
            return key + ": " + shown(here) + " / " + shown(there);
        }

        static String shown(List<String> values) {
            return String.join(
                    ", ", values.stream().map(ConditionDifference::shown).toList());
        }

        private static String shown(String value) {
            String line = value.replaceAll("\\s+", " ");
            return line.isEmpty()
                    ? "nothing"
                    : line.length() <= LONGEST ? line : line.substring(0, LONGEST - 3) + "...";
        }
    }
}
