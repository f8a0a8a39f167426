package squall.report.table;

import java.util.List;
import squall.results.RunSummary;
import squall.results.recorded.RecordedRun;

/**
 * A run, and what it stands for in a table.
 *
 * @param name a number of nodes, a version, a database; empty where the run itself is asked
 */
public record NamedRun(String name, RecordedRun run) {
    /** The name, or the one that the run was born with: {@code results/latest} is another run each time. */
    String label() {
        return name.isEmpty() ? run.manifest().runId() : name;
    }

    /** Why it did not end with 0, a line each: to be known before its figures are believed. */
    public List<String> complaints() {
        return run.summary().map(RunSummary::exitCodes).orElse(List.of()).stream()
                .map(reason -> label() + " ended with exit " + reason.code() + ": " + reason.reason())
                .toList();
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
