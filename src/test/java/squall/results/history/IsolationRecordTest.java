package squall.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.isolation.Anomaly;
import squall.results.IsolationRecords;
import squall.results.file.CanonicalJson;

class IsolationRecordTest {
    @TempDir
    private Path folder;

    @Test
    void how_much_was_judged_is_recorded_in_numbers() throws Exception {
        IsolationRecords.write(folder, Map.of());
        IsolationRecord record = recorded();
        assertThat(record.coverage()).contains(IsolationRecords.COVERAGE);
        assertThat(IsolationRecords.COVERAGE.judgedPercent()).hasValue(93.9);
        assertThat(record.line()).endsWith("; judged: 93.9 % of 1,000 reads, order known of all 300 writes");
    }

    @Test
    void a_record_of_an_older_version_is_read_without_those_numbers() throws Exception {
        IsolationRecords.write(folder, Map.of());
        Path file = folder.resolve("isolation.json");
        ObjectNode json = (ObjectNode) CanonicalJson.read(file);
        assertThat(json.remove("coverage")).isNotNull();
        Files.writeString(file, CanonicalJson.pretty(json));
        assertThat(recorded().coverage()).isEmpty();
    }

    @Test
    void its_verdict_is_told_in_a_few_words() throws Exception {
        IsolationRecords.write(folder, Map.of());
        assertThat(verdict()).isEqualTo("no anomaly");
        IsolationRecords.write(folder, Map.of(Anomaly.LOST_UPDATE, 2L, Anomaly.STALE_READ, 1000L));
        assertThat(verdict()).isEqualTo("violated: lost update (2)");
        IsolationRecords.write(folder, Map.of(Anomaly.STALE_READ, 1000L));
        assertThat(verdict()).isEqualTo("allowed: stale read (1,000)");
    }

    private String verdict() throws Exception {
        return recorded().verdict();
    }

    private IsolationRecord recorded() throws Exception {
        return IsolationRecord.read(folder.resolve("isolation.json"));
    }
}
