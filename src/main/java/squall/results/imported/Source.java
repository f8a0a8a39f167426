package squall.results.imported;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.results.Figure;

/**
 * What was found in the files of another program.
 *
 * @param workload as that program names it
 * @param database product and version; empty texts where they are not recorded
 * @param startedAt empty if it is not recorded
 * @param facts for the manifest, in the words of that program
 * @param figures as that program states them
 * @param lacking what Squall records of its own runs and these files do not tell
 */
record Source(
        String workload,
        Database database,
        Optional<Instant> startedAt,
        Map<String, Object> facts,
        Measured measured,
        List<Figure> figures,
        List<String> lacking) {
    /** Which database it was. */
    record Database(String product, String version) {
        static final Database UNKNOWN = new Database("", "");
    }

    Source {
        facts = Map.copyOf(facts);
        figures = List.copyOf(figures);
        lacking = List.copyOf(lacking);
    }
}
