package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

/** Reading of lines that two nodes of Cassandra 5.0.5 wrote, whose times are local. */
class CassandraLogTest {
    private static final Instant BEGIN = local("2026-11-26T08:35:00");

    @TempDir
    Path folder;

    @Test
    void a_start_after_a_crash_is_a_start_a_replay_the_rest_of_the_start_and_a_node_that_accepts_clients()
            throws Exception {
        assertThat(events("""
                INFO  [main] 2026-11-26 08:36:29,616 YamlConfigurationLoader.java:101 - Configuration location: file:/n2/conf/cassandra.yaml
                INFO  [main] 2026-11-26 08:37:06,441 CommitLog.java:206 - Replaying /n2/data/commitlog/CommitLog-7-1795682033294.log
                INFO  [Notification Thread] 2026-11-26 08:37:07,350 GCInspector.java:285 - Copy GC in 448ms.  Eden Space: 71630848 -> 0
                INFO  [main] 2026-11-26 08:37:19,685 CommitLog.java:210 - Log replay complete, 2985 replayed mutations in 13232 ms
                INFO  [GossipStage:1] 2026-11-26 08:37:21,596 Gossiper.java:1458 - InetAddress /127.0.0.1:7000 is now UP
                INFO  [main] 2026-11-26 08:37:25,398 StorageService.java:3281 - Node /127.0.0.2:7000 state jump to NORMAL
                INFO  [main] 2026-11-26 08:37:27,337 PipelineConfigurator.java:148 - Starting listening for CQL clients on /127.0.0.2:9042 (unencrypted)...
                INFO  [main] 2026-11-26 08:37:27,700 CassandraDaemon.java:744 - Startup complete
                """))
                .extracting(LogEvent::change)
                .containsExactly(
                        LogChange.STARTING,
                        LogChange.REPLAYING,
                        LogChange.NOTE,
                        LogChange.STARTING,
                        LogChange.NOTE,
                        LogChange.NOTE,
                        LogChange.SERVING,
                        LogChange.NOTE);
    }

    @Test
    void a_node_that_serves_notices_that_another_is_down_and_up() throws Exception {
        assertThat(events("""
                INFO  [main] 2026-11-26 08:33:43,285 YamlConfigurationLoader.java:101 - Configuration location: file:/n1/conf/cassandra.yaml
                WARN  [GossipTasks:1] 2026-11-26 08:34:22,496 FailureDetector.java:346 - Not marking nodes down due to local pause of 25551917704ns > 5000000000ns
                INFO  [main] 2026-11-26 08:34:28,190 PipelineConfigurator.java:148 - Starting listening for CQL clients on /127.0.0.1:9042 (unencrypted)...
                INFO  [GossipStage:1] 2026-11-26 08:35:55,041 Gossiper.java:1474 - InetAddress /127.0.0.2:7000 is now DOWN
                INFO  [GossipStage:1] 2026-11-26 08:37:21,933 Gossiper.java:1458 - InetAddress /127.0.0.2:7000 is now UP
                """))
                .containsExactly(
                        event(55_041, LogChange.NODE_LOST, "InetAddress /127.0.0.2:7000 is now DOWN"),
                        event(141_933, LogChange.SERVING, "InetAddress /127.0.0.2:7000 is now UP"));
    }

    private static LogEvent event(long ms, LogChange change, String text) {
        return new LogEvent(BEGIN.plusMillis(ms), change, "n1", text);
    }

    private static Instant local(String time) {
        return LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toInstant();
    }

    private List<LogEvent> events(String log) throws IOException {
        Path file = Files.writeString(folder.resolve("system.log"), log);
        return new CassandraLog("n1", List.of(folder.resolve("system.log.1"), file))
                .between(BEGIN, BEGIN.plusSeconds(600));
    }
}
