package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

class PostgresLogEventsTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void a_start_after_a_crash_is_a_start_a_replay_and_a_server_that_accepts_clients() throws Exception {
        assertThat(changes("""
                2026-11-25 12:00:01.000 UTC [8] LOG:  starting PostgreSQL 17.5 on x86_64-linux
                2026-11-25 12:00:01.010 UTC [8] LOG:  listening on IPv4 address "127.0.0.1", port 5432
                2026-11-25 12:00:01.020 UTC [9] LOG:  database system was interrupted; last known up at 2026-11-25 11:00:00 UTC
                2026-11-25 12:00:01.100 UTC [9] LOG:  database system was not properly shut down; automatic recovery in progress
                2026-11-25 12:00:01.110 UTC [9] LOG:  redo starts at 0/1556AF0
                2026-11-25 12:00:03.110 UTC [9] LOG:  redo done at 0/9556AF0 system usage: CPU: user: 1.90 s
                2026-11-25 12:00:03.120 UTC [10] LOG:  checkpoint starting: end-of-recovery immediate wait
                2026-11-25 12:00:03.500 UTC [8] LOG:  database system is ready to accept connections
                """))
                .containsExactly(
                        LogChange.STARTING,
                        LogChange.NOTE,
                        LogChange.REPLAYING,
                        LogChange.REPLAYING,
                        LogChange.REPLAYED,
                        LogChange.NOTE,
                        LogChange.SERVING);
    }

    @Test
    void a_standby_changes_nothing_for_clients_until_it_accepts_their_writes() throws Exception {
        assertThat(changes("""
                2026-11-25 11:00:01.000 UTC [8] LOG:  starting PostgreSQL 17.5 on x86_64-linux
                2026-11-25 12:00:01.000 UTC [8] LOG:  starting PostgreSQL 17.5 on x86_64-linux
                2026-11-25 12:00:01.020 UTC [9] LOG:  entering standby mode
                2026-11-25 12:00:01.110 UTC [9] LOG:  redo starts at 0/1556AF0
                2026-11-25 12:00:01.120 UTC [8] LOG:  database system is ready to accept read-only connections
                2026-11-25 12:00:01.200 UTC [11] LOG:  started streaming WAL from primary at 0/1000000 on timeline 1
                2026-11-25 12:00:09.000 UTC [9] LOG:  received promote request
                2026-11-25 12:00:09.010 UTC [9] LOG:  redo done at 0/9556AF0 system usage: CPU: user: 0.10 s
                2026-11-25 12:00:09.500 UTC [8] LOG:  database system is ready to accept connections
                """))
                .containsExactly(
                        LogChange.NOTE,
                        LogChange.NOTE,
                        LogChange.NOTE,
                        LogChange.NOTE,
                        LogChange.REPLICATING,
                        LogChange.NOTE,
                        LogChange.NOTE,
                        LogChange.SERVING);
    }

    @Test
    void an_event_has_the_time_and_the_message_of_its_line() throws Exception {
        assertThat(events("2026-11-25 12:00:09.500 UTC [8] LOG:  database system is ready to accept connections\n"))
                .containsExactly(new LogEvent(
                        NOON.plusMillis(9_500),
                        LogChange.SERVING,
                        "n2",
                        "database system is ready to accept connections"));
    }

    private List<LogChange> changes(String log) throws IOException {
        return events(log).stream().map(LogEvent::change).toList();
    }

    private List<LogEvent> events(String log) throws IOException {
        Path file = Files.writeString(folder.resolve("server.log"), log);
        return new PostgresLogEvents("n2", List.of(file)).between(NOON, NOON.plusSeconds(60));
    }
}
