package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import squall.results.RecordedRun;

/**
 * A run, and what it stands for in a table.
 *
 * @param name a number of nodes, a version, a database; empty where the run itself is asked
 */
public record NamedRun(String name, RecordedRun run) {
    /** The name, or the one that the run was born with: {@code results/latest} is another run each time. */
    String label() {
        return name.isEmpty() ? run.manifest().path("run_id").asText() : name;
    }

    /** Why it did not end with 0, a line each: to be known before its figures are believed. */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        run.summary()
                .map(summary -> summary.path("exit_codes"))
                .ifPresent(reasons -> reasons.forEach(reason -> complaints.add(
                        label() + " ended with exit " + reason.path("code").asInt() + ": "
                                + reason.path("reason").asText())));
        return List.copyOf(complaints);
    }

    /** @throws IllegalArgumentException if the run did not come to its end */
    void requireEnded() {
        summary();
    }

    /** @throws IllegalArgumentException if the run did not come to its end */
    JsonNode summary() {
        return run.summary()
                .orElseThrow(() -> new IllegalArgumentException(
                        run.path() + " has no summary: it did not come to its end; leave it out"));
    }
}
