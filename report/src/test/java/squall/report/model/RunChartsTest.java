package squall.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.OutageSample;
import squall.report.Small;
import squall.report.chart.PageCharts;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;

class RunChartsTest {
    private static final String OUTAGES = """
        [{"name": "kill", "text": "3.0 of 10.0 s: nothing noticed", "atLeast": false, "from": 62.0, "to": 72.0,
          "faults": [{"name": "kill {signal=KILL} of n1 (zone1, primary)", "injecting": 62.0, "healing": 69.0}],
          "parts": [
            {"kind": "undetected", "words": "nothing noticed", "why": "supervisor: 3 misses", "from": 62.0, "to": 65.0, "evidence": [
              {"at": 62.4, "source": "session 3", "text": "connection lost: 08006"},
              {"at": 65.0, "source": "supervisor", "text": "n1 has failed"}]},
            {"kind": "electing", "words": "electing", "why": "", "from": 65.0, "to": 66.5, "evidence": [
              {"at": 65.0, "source": "supervisor", "text": "n1 has failed"},
              {"at": 65.03, "source": "n2", "text": "received <b>promote</b> request"}]},
            {"kind": "restarting", "words": "restarting", "why": "", "from": 66.5, "to": 68.5, "evidence": []},
            {"kind": "reconnecting", "words": "reconnecting", "why": "login", "from": 68.5, "to": 69.0, "evidence": [
              {"at": 69.0, "source": "fault", "text": "healing begins"}]},
            {"kind": "catching_up", "words": "catching up", "why": "", "from": 69.0, "to": 71.95, "evidence": [
              {"at": 69.0, "source": "load", "text": "answered again"}]},
            {"kind": "unexplained", "words": "unexplained", "why": "", "from": 71.95, "to": 72.0, "evidence": []}]},
         {"name": "pause", "text": "2.0 of more than 2.0 s: catching up", "atLeast": true, "from": 90.0, "to": 92.0,
          "faults": [{"name": "pause of n3", "injecting": 80.0}],
          "parts": [{"kind": "catching_up", "words": "catching up", "why": "", "from": 90.0, "to": 92.0, "evidence": []}]}]\
        """;

    @TempDir
    private Path results;

    /** Covers an old error: the legends had operations that were never sent, as lines without a point. */
    @Test
    void an_operation_that_only_failed_has_no_line_of_throughput_or_latency() throws IOException {
        JsonNode head = CanonicalJson.tree(charts(Small.complete(results)).head());

        assertThat(texts(head.path("throughput"))).containsExactly("READ");
        assertThat(texts(head.path("operations"))).contains("READ").doesNotContain("UPDATE");
        assertThat(texts(head.path("errors")))
                .anySatisfy(error -> assertThat(error).contains("08006"));
    }

    /** Covers the outages that have parts; one of the run has none. */
    @Test
    void an_outage_is_drawn_with_its_parts_their_evidence_and_the_steps_of_its_faults() throws IOException {
        PageCharts charts = charts(OutageSample.write(Small.complete(results)));

        assertThat(CanonicalJson.tree(charts.head()).path("outages"))
                .hasToString(CanonicalJson.read("expected", OUTAGES).toString());
        assertThat(charts.places())
                .extracting(PageCharts.ChartSection::slot)
                .containsExactly("charts", "outage-charts", "curve-chart");
    }

    @Test
    void a_run_without_outages_has_no_place_for_them() throws IOException {
        PageCharts charts = charts(Small.complete(results));

        assertThat(CanonicalJson.tree(charts.head()).path("outages")).isEmpty();
        assertThat(charts.places()).extracting(PageCharts.ChartSection::slot).containsExactly("charts", "curve-chart");
    }

    private static PageCharts charts(Path run) throws IOException {
        return RunReportBuilder.of(RecordedRun.read(run)).charts();
    }

    private static List<String> texts(JsonNode names) {
        List<String> texts = new ArrayList<>();
        names.forEach(name -> texts.add(name.asText()));
        return texts;
    }
}
