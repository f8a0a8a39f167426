package squall.report.table;

import squall.results.RecordedRun;

/**
 * A run, and what it stands for in a table.
 *
 * @param name a number of nodes, or a version; empty where the run itself is asked
 */
public record NamedRun(String name, RecordedRun run) {}
