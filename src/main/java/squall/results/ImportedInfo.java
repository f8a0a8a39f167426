package squall.results;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a run that another program made.
 *
 * @param tool that program
 * @param product of the database, and its version; empty texts where they are not recorded
 * @param startedAt empty if it is not recorded
 * @param command by which it was imported
 * @param facts further members of the manifest
 * @param files that were read
 * @param lacking what runs of Squall record and those files do not tell
 */
public record ImportedInfo(
        String tool,
        String workload,
        String product,
        String version,
        Optional<Instant> startedAt,
        List<String> command,
        Map<String, Object> facts,
        List<Path> files,
        List<String> lacking) {
    public ImportedInfo {
        command = List.copyOf(command);
        facts = Map.copyOf(facts);
        files = List.copyOf(files);
        lacking = List.copyOf(lacking);
    }
}
