package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

class SupervisorLogTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    @Test
    void lines_of_a_failover_say_when_it_was_noticed_when_it_served_and_when_commits_could_go_on() {
        SupervisorLog log = new SupervisorLog(List.of(
                "2026-11-25T11:59:59.999Z watching /home/ha every 200 ms; 3 misses count as a failure",
                "2026-11-25T12:00:01Z n1" + FailoverSupervisor.FAILED + "n1 (127.0.0.1:15732): refused",
                "2026-11-25T12:00:01.100Z fenced n1: none of its processes is left",
                "2026-11-25T12:00:01.600Z " + Failover.PROMOTED + "n2",
                "2026-11-25T12:00:01.900Z n3" + Failover.FOLLOWS + "n2",
                "a line without a time"));
        assertThat(log.between(NOON, NOON.plusSeconds(60)))
                .containsExactly(
                        event(1_000, LogChange.NOTICED, "n1 has failed: n1 (127.0.0.1:15732): refused"),
                        event(1_100, LogChange.NOTE, "fenced n1: none of its processes is left"),
                        event(1_600, LogChange.SERVING, "promoted n2"),
                        event(1_900, LogChange.REPLICATING, "n3 follows n2"));
    }

    private static LogEvent event(long ms, LogChange change, String text) {
        return new LogEvent(NOON.plusMillis(ms), change, "supervisor", text);
    }
}
