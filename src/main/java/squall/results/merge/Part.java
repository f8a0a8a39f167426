package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import squall.results.Figure;
import squall.results.FiguresFile;
import squall.results.RecordedRun;
import squall.results.Share;
import squall.results.StoredResult;
import squall.run.RunResult;

/** One client's run, read whole but for its seconds. */
record Part(RecordedRun run, RunResult result, List<Figure> figures) {
    /** @throws IOException if it is no complete run directory; the message names the file */
    static Part read(Path path) throws IOException {
        RecordedRun run = RecordedRun.read(path);
        return new Part(run, StoredResult.read(run), FiguresFile.read(path));
    }

    String id() {
        return manifest("run_id").asText();
    }

    Instant startedAt() {
        return Instant.parse(manifest("started_at").asText());
    }

    Optional<Share> share() {
        return Share.of(run.manifest());
    }

    JsonNode manifest(String member) {
        return run.manifest().path(member);
    }

    JsonNode summary(String member) {
        return run.summary().orElseThrow().path(member);
    }
}
