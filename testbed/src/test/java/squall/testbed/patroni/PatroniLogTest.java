package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

class PatroniLogTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS").withZone(ZoneId.systemDefault());

    @TempDir
    Path folder;

    @Test
    void a_standby_notices_a_missing_leader_when_it_asks_the_others_and_serves_when_its_server_says_so()
            throws Exception {
        String log = LOCAL.format(NOON.plusMillis(500))
                + " INFO: no action. I am (n2), a secondary, and following a leader (n1)\n"
                + LOCAL.format(NOON.plusMillis(1_500))
                + " INFO: Got response from n3 http://127.0.0.1:16140/patroni: {\"state\": \"running\"}\n"
                + "2026-11-25 12:00:02.250 UTC [9] LOG:  received promote request\n"
                + "2026-11-25 12:00:02.500 UTC [8] LOG:  database system is ready to accept connections\n";
        Path file = Files.writeString(folder.resolve("patroni.log"), log);
        assertThat(new PatroniLog("n2", file).between(NOON, NOON.plusSeconds(60)))
                .containsExactlyInAnyOrder(
                        new LogEvent(
                                NOON.plusMillis(1_500),
                                LogChange.NOTICED,
                                "patroni of n2",
                                "Got response from n3 http://127.0.0.1:16140/patroni: {\"state\": \"running\"}"),
                        new LogEvent(NOON.plusMillis(2_250), LogChange.NOTE, "n2", "received promote request"),
                        new LogEvent(
                                NOON.plusMillis(2_500),
                                LogChange.SERVING,
                                "n2",
                                "database system is ready to accept connections"));
    }
}
