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

/** Reading of lines that Cassandra 5.0.5 wrote, whose times are local. */
class CassandraLogTest {
    private static final Instant NOON = local("2026-11-26T12:00:00");

    @TempDir
    Path folder;

    @Test
    void a_start_after_a_crash_is_a_start_a_replay_the_rest_of_the_start_and_a_node_that_accepts_clients()
            throws Exception {
        assertThat(changes("""
                INFO  [main] 2026-11-26 12:00:01,034 YamlConfigurationLoader.java:106 - Configuration location: file:/n1/conf/cassandra.yaml
                INFO  [main] 2026-11-26 12:00:03,010 CommitLog.java:215 - Replaying /n1/data/commitlog/CommitLog-8-1764151200000.log
                INFO  [main] 2026-11-26 12:00:03,510 CommitLog.java:217 - Log replay complete, 12 replayed mutations in 498 ms
                INFO  [main] 2026-11-26 12:00:05,000 StorageService.java:2010 - Node /127.0.0.1:7000 state jump to NORMAL
                INFO  [main] 2026-11-26 12:00:06,000 PipelineConfigurator.java:131 - Starting listening for CQL clients on /127.0.0.1:9042 (unencrypted)...
                INFO  [main] 2026-11-26 12:00:06,010 CassandraDaemon.java:760 - Startup complete
                """))
                .containsExactly(
                        LogChange.STARTING,
                        LogChange.REPLAYING,
                        LogChange.STARTING,
                        LogChange.NOTE,
                        LogChange.SERVING,
                        LogChange.NOTE);
    }

    @Test
    void a_node_that_serves_notices_that_another_is_down_and_up_and_one_that_starts_does_not() throws Exception {
        assertThat(events("""
                INFO  [GossipTasks:1] 2026-11-26 12:00:01,500 Gossiper.java:1431 - InetAddress /127.0.0.2:7000 is now DOWN
                INFO  [GossipStage:1] 2026-11-26 12:00:09,500 Gossiper.java:1407 - InetAddress /127.0.0.2:7000 is now UP
                """))
                .containsExactly(
                        event(1_500, LogChange.NODE_LOST, "InetAddress /127.0.0.2:7000 is now DOWN"),
                        event(9_500, LogChange.SERVING, "InetAddress /127.0.0.2:7000 is now UP"));
        assertThat(changes("""
                INFO  [main] 2026-11-26 11:59:01,034 YamlConfigurationLoader.java:106 - Configuration location: file:/n1/conf/cassandra.yaml
                INFO  [GossipStage:1] 2026-11-26 12:00:01,500 Gossiper.java:1407 - InetAddress /127.0.0.2:7000 is now UP
                INFO  [main] 2026-11-26 12:00:02,000 PipelineConfigurator.java:131 - Starting listening for CQL clients on /127.0.0.1:9042 (unencrypted)...
                """)).containsExactly(LogChange.NOTE, LogChange.SERVING);
    }

    private static LogEvent event(long ms, LogChange change, String text) {
        return new LogEvent(NOON.plusMillis(ms), change, "n1", text);
    }

    private static Instant local(String time) {
        return LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toInstant();
    }

    private List<LogChange> changes(String log) throws IOException {
        return events(log).stream().map(LogEvent::change).toList();
    }

    private List<LogEvent> events(String log) throws IOException {
        Path file = Files.writeString(folder.resolve("system.log"), log);
        return new CassandraLog("n1", List.of(folder.resolve("system.log.1"), file))
                .between(NOON, NOON.plusSeconds(60));
    }
}
