package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import squall.results.RecordedRun;

/**
 * A run, and what it stands for in a table.
 *
 * @param name a number of nodes, a version, a database; empty where the run itself is asked
 */
public record NamedRun(String name, RecordedRun run) {
    /** The name, or that of its directory. */
    String label() {
        return name.isEmpty()
                ? run.path().toAbsolutePath().normalize().getFileName().toString()
                : name;
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
