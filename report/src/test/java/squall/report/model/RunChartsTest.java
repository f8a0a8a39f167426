package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Small;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;

class RunChartsTest {
    @TempDir
    private Path results;

    /** Covers an old error: the legends had operations that were never sent, as lines without a point. */
    @Test
    void an_operation_that_only_failed_has_no_line_of_throughput_or_latency() throws IOException {
        JsonNode head = CanonicalJson.tree(RunReportBuilder.of(RecordedRun.read(Small.complete(results)))
                .charts()
                .head());

        assertThat(texts(head.path("throughput"))).containsExactly("READ");
        assertThat(texts(head.path("operations"))).contains("READ").doesNotContain("UPDATE");
        assertThat(texts(head.path("errors")))
                .anySatisfy(error -> assertThat(error).contains("08006"));
    }

    private static List<String> texts(JsonNode names) {
        List<String> texts = new ArrayList<>();
        names.forEach(name -> texts.add(name.asText()));
        return texts;
    }
}
