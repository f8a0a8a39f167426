package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
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

    /** Reads lines that Patroni 3.0.2 wrote when its leader n2 was frozen; the answer of n2 was waited for. */
    @Test
    void standbys_notice_a_missing_leader_when_one_of_them_leaves_the_lock_to_the_others() throws Exception {
        String n3 = local(1_537, "INFO: following a different leader because i am not the healthiest node");
        String n1 = local(3_513, "WARNING: Request failed to n2: GET http://127.0.0.1:16136/patroni (HTTPConnectionPool(host='127.0.0.1', port=16136): Max retries exceeded")
                + local(3_711, "INFO: promoted self to leader by acquiring session lock")
                + "2026-11-25 12:00:03.717 UTC [20290] LOG:  received promote request\n"
                + local(3_718, "INFO: cleared rewind state after becoming the leader")
                + "2026-11-25 12:00:03.875 UTC [20253] LOG:  database system is ready to accept connections\n";
        assertThat(changes("n3", n3)).containsExactly("1537 NOTICED");
        assertThat(changes("n1", n1)).containsExactly("3513 NOTICED", "3711 NOTICED", "3717 NOTE", "3875 SERVING");
    }

    /** Reads lines that Patroni 3.0.2 wrote when its leader was killed, and started again before its lock expired. */
    @Test
    void a_leader_that_is_back_in_time_is_replayed_and_started_in_place() throws Exception {
        String log = local(4_556, "WARNING: Postgresql is not running.")
                + local(4_556, "INFO: Lock owner: n3; I am n3")
                + local(4_753, "INFO: doing crash recovery in a single user mode")
                + local(5_996, "INFO: Lock owner: n3; I am n3")
                + local(5_998, "INFO: starting as readonly because i had the session lock")
                + "2026-11-25 12:00:07.171 UTC [24611] LOG:  starting PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu\n"
                + "2026-11-25 12:00:07.192 UTC [24644] LOG:  entering standby mode\n"
                + local(7_747, "INFO: promoted self to leader because I had the session lock")
                + "2026-11-25 12:00:07.758 UTC [24644] LOG:  received promote request\n"
                + "2026-11-25 12:00:07.758 UTC [24644] LOG:  redo is not required\n"
                + "2026-11-25 12:00:07.947 UTC [24611] LOG:  database system is ready to accept connections\n";
        assertThat(changes("n3", log))
                .containsExactly(
                        "4753 REPLAYING",
                        "5998 STARTING",
                        "7171 NOTE",
                        "7192 NOTE",
                        "7747 NOTE",
                        "7758 NOTE",
                        "7758 NOTE",
                        "7947 SERVING");
        assertThat(changes("n2", local(1_000, "INFO: Lock owner: n1; I am n2")
                        + local(1_001, "INFO: doing crash recovery in a single user mode")
                        + local(2_000, "INFO: starting as a secondary")))
                .as("an old leader that follows another")
                .containsExactly("1001 NOTE", "2000 NOTE");
    }

    /** Returns milliseconds and changes, in the order of the times. */
    private List<String> changes(String node, String log) throws IOException {
        Path file = Files.writeString(folder.resolve(node + ".log"), log);
        return new PatroniLog(node, file)
                .between(NOON, NOON.plusSeconds(60)).stream()
                        .sorted(Comparator.comparing(LogEvent::at))
                        .map(event -> Duration.between(NOON, event.at()).toMillis() + " " + event.change())
                        .toList();
    }

    private static String local(long ms, String text) {
        return LOCAL.format(NOON.plusMillis(ms)) + " " + text + "\n";
    }

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
