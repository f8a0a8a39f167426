package squall.results;

import java.util.List;
import java.util.Map;
import squall.spi.DatabaseInfo;

/**
 * Facts that are known of a run before it starts, for the manifest and {@code config/}.
 *
 * @param workload short name, part of the directory's name
 * @param database short name, part of the directory's name
 * @param command the command line as typed, with the seed that was drawn; secrets are masked by the writer
 * @param seed of all random numbers
 * @param facts further members of the manifest by name: threads, target, load mode, distribution, repeatable, …
 * @param settings the effective settings, each with its origin
 * @param server the database's description of itself
 * @param files contents of files that made the run, by file name, copied to {@code config/}
 */
public record RunInfo(
        String workload,
        String database,
        List<String> command,
        long seed,
        Map<String, Object> facts,
        Map<String, Setting> settings,
        DatabaseInfo server,
        Map<String, String> files) {
    /** @param origin where it was set, for example {@code -p}, {@code workloads/workloada:12}, {@code default} */
    public record Setting(String value, String origin) {}

    public RunInfo withFacts(Map<String, Object> others) {
        return new RunInfo(workload, database, command, seed, others, settings, server, files);
    }
}
