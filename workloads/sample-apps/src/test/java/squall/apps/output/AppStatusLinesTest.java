package squall.apps.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.apps.AppOperations;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.spi.Operation;

class AppStatusLinesTest {
    private final List<String> said = new ArrayList<>();

    @Test
    void the_line_has_upstreams_form_each_five_seconds() {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 43, false);

        liveSeconds(lines, 10, 2, 3);

        assertThat(said)
                .containsExactly(
                        "5000 [main] INFO squall.apps  - Read: 2.00 ops/sec (1.00 ms/op), 10 total ops  |  "
                                + "Write: 3.00 ops/sec (1.00 ms/op), 15 total ops  |  Uptime: 5000 ms | maxGeneratedKey: 42 | ",
                        "10000 [main] INFO squall.apps  - Read: 2.00 ops/sec (1.00 ms/op), 20 total ops  |  "
                                + "Write: 3.00 ops/sec (1.00 ms/op), 30 total ops  |  Uptime: 10000 ms | maxGeneratedKey: 42 | ");
    }

    @Test
    void json_is_strict_even_where_nothing_was_read() throws Exception {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 1, true);

        liveSeconds(lines, 5, 0, 4);

        String json = said.get(1).replaceAll(".*<json>(.*)</json>", "$1");
        assertThat(new ObjectMapper().readTree(json)).isEqualTo(new ObjectMapper().readTree("""
                {"Read":{"latency":{"mean":null,"variance":null,"sampleSize":0,"min":null,"max":null,"p99":null},
                  "throughput":{"mean":0.0,"variance":0.0,"sampleSize":5,"min":0.0,"max":0.0,"p99":0.0}},
                "Write":{"latency":{"mean":1.0,"variance":0.0,"sampleSize":20,"min":1.0,"max":1.0,"p99":1.0},
                  "throughput":{"mean":4.0,"variance":0.0,"sampleSize":5,"min":4.0,"max":4.0,"p99":4.0}}}"""));
    }

    private static void liveSeconds(AppStatusLines lines, int seconds, int reads, int writes) {
        for (int second = 0; second < seconds; second++) {
            lines.liveSecond(new LiveSecond(
                    second, List.of(tick(AppOperations.READ, reads), tick(AppOperations.WRITE, writes)), 0, 0, 0));
        }
    }

    private static OperationTick tick(Operation operation, int count) {
        Histogram service = new Histogram(3);
        service.recordValueWithCount(1000, count);
        return new OperationTick(operation, 0, 0, 0, 0, count, count, new Histogram(3), service, Map.of());
    }
}
