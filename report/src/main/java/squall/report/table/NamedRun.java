package squall.report.table;

import java.io.IOException;
import java.util.List;
import squall.report.compare.ConditionDifferences;
import squall.results.RunSummary;
import squall.results.recorded.RecordedRun;

/**
 * Run with its name in a table.
 *
 * @param name a number of nodes, a version, a database; empty: the id of the run
 */
public record NamedRun(String name, RecordedRun run) {
    /** Returns the name, or the original id of the run: {@code results/latest} is another run each time. */
    String label() {
        return name.isEmpty() ? run.manifest().runId() : name;
    }

    /** Returns why it did not end with 0, the first line of each reason; a warning for the reader of its figures. */
    public List<String> complaints() {
        String id = run.manifest().runId();
        String which = name.isEmpty() ? id : name + " (" + id + ")";
        return run.summary().map(RunSummary::exitCodes).orElse(List.of()).stream()
                .map(reason -> which + " ended with exit " + reason.code() + ": "
                        + reason.reason().lines().findFirst().orElse(""))
                .toList();
    }

    /** Returns a warning for each condition in which the runs differ. @param expected keys of those in which they may */
    static List<String> differences(List<NamedRun> runs, List<String> expected) throws IOException {
        return ConditionDifferences.amongRuns(runs.stream().map(NamedRun::run).toList(), expected);
    }

    /** @throws IllegalArgumentException if the run did not come to its end */
    void requireEnded() {
        summary();
    }

    /** @throws IllegalArgumentException if the run did not come to its end */
    RunSummary summary() {
        return run.summary()
                .orElseThrow(() -> new IllegalArgumentException(
                        run.path() + " has no summary: it did not come to its end; leave it out"));
    }
}
