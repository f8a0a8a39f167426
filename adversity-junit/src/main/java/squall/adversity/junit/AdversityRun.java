package squall.adversity.junit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A run under a scenario that is over.
 *
 * @param directory everything it left behind
 * @param summary what {@code summary.json} says
 */
public record AdversityRun(Path directory, JsonNode summary) {
    static final String SUMMARY = "summary.json";

    /** @throws IOException if there is no summary, or it is not one of a run under a scenario */
    static AdversityRun read(Path directory) throws IOException {
        JsonNode summary =
                new ObjectMapper().readTree(directory.resolve(SUMMARY).toFile());
        if (!summary.has("adversity")) {
            throw new IOException(directory.resolve(SUMMARY) + " is of a run without a scenario");
        }
        return new AdversityRun(directory, summary);
    }

    /** As of {@code bin/adversity run}. */
    public int exitCode() {
        return summary.path("exit_code").asInt();
    }

    /** Why the exit code is not 0, a line each. */
    public List<String> reasons() {
        return texts(summary.path("exit_codes"), "reason");
    }

    /** The names of the phases that disturb, and of the controls. */
    public List<String> phases() {
        return texts(summary.at("/adversity/phases"), "name");
    }

    static List<String> strings(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> texts(JsonNode list, String key) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(each -> each.path(key).asText())
                .toList();
    }
}
