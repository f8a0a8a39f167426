package squall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.model.RunReportBuilder;
import squall.results.Directories;
import squall.results.recorded.RecordedRun;

class TraceEventsTest {
    @TempDir
    private Path results;

    /** Traces a fault that is injected in second 7 and seen to be gone in second 11; meanwhile five seconds have no answer. */
    @Test
    void windows_and_faults_are_slices_and_seconds_are_counters() throws IOException {
        Path run = Synthetic.disturbed(40, List.of("READ"), 30).write(results);
        String trace = TraceEvents.of(RunReportBuilder.of(RecordedRun.read(run)));
        List<String> lines = trace.lines().toList();
        assertThat(lines)
                .contains("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"baseline\",\"ts\":2000000,\"dur\":3000000},")
                .contains("{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"kill -9 n1\",\"ts\":7000000,\"dur\":4000000},")
                .contains(
                        "{\"ph\":\"C\",\"pid\":1,\"tid\":0,\"name\":\"READ ok/s\",\"ts\":7000000,\"args\":{\"value\":0}},");

        List<String> kinds = new ArrayList<>();
        for (JsonNode event : new ObjectMapper().readTree(trace)) {
            kinds.add(event.path("ph").asText());
        }
        assertThat(kinds).hasSize(lines.size() - 2).containsOnly("M", "X", "C");
    }

    @Test
    void a_fault_that_took_long_to_inject_begins_where_its_injecting_began() throws IOException {
        Path run = Synthetic.disturbed(40, List.of("READ"), 30).write(results);
        Directories.unlisted(run);
        Files.writeString(run.resolve("events.jsonl"), """
                {"t_ns":7000000000,"end_ns":9000000000,"type":"inject","phase":"p","injection":"k","fault":"kill","target":"n1","ok":true}
                {"t_ns":9000000000,"end_ns":9500000000,"type":"effective","phase":"p","injection":"k","ok":true}
                {"t_ns":12000000000,"end_ns":13000000000,"type":"heal","phase":"p","injection":"k","ok":true}
                {"t_ns":13000000000,"end_ns":14000000000,"type":"verified","phase":"p","injection":"k","ok":true}
                """);
        assertThat(TraceEvents.of(RunReportBuilder.of(RecordedRun.read(run))).lines())
                .contains(
                        "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"kill of n1\",\"ts\":7000000,\"dur\":7000000},",
                        "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"injecting\",\"ts\":7000000,\"dur\":2000000},",
                        "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"healing\",\"ts\":12000000,\"dur\":1000000},");
    }
}
