package squall.report.browse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import squall.report.statistics.RunQuantiles;

/** Runs of the same command on the same database, in the order of the list. */
record RunGroup(List<ListedRun> runs) {
    private record Key(String workload, String database, String version, String command, String alone) {}

    RunGroup {
        runs = List.copyOf(runs);
    }

    /** In the order in which the first of each comes; one that cannot be read stays alone. */
    static List<RunGroup> of(List<ListedRun> runs) {
        Map<Key, List<ListedRun>> groups = new LinkedHashMap<>();
        for (ListedRun run : runs) {
            groups.computeIfAbsent(key(run), key -> new ArrayList<>()).add(run);
        }
        return groups.values().stream().map(RunGroup::new).toList();
    }

    private static Key key(ListedRun run) {
        return new Key(run.workload(), run.database(), run.version(), run.command(), run.readable() ? "" : run.id());
    }

    ListedRun first() {
        return runs.getFirst();
    }

    /** The median of the runs that have a value. */
    OptionalDouble median(Function<ListedRun, OptionalDouble> value) {
        double[] values = runs.stream()
                .map(value)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(RunQuantiles.median(values));
    }
}
