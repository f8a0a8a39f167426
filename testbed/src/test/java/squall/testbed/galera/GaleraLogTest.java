package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

/** Reading of lines that MariaDB 10.11.19 with Galera 26.4.23 wrote, whose times are local, in whole seconds. */
class GaleraLogTest {
    private static final Instant BEGIN = LocalDateTime.parse("2026-11-26T08:10:00")
            .atZone(ZoneId.systemDefault())
            .toInstant();

    private static final String SYNCED = "2026-11-26  8:09:59 0 [Note] WSREP: Shifting JOINED -> SYNCED (TO: 2)\n";

    @TempDir
    Path folder;

    @Test
    void nodes_that_suspect_a_silent_one_serve_again_with_their_next_primary_view() throws Exception {
        assertThat(changing(SYNCED + """
                2026-11-26  8:10:09 0 [Note] WSREP: evs::proto(c1932d92-83fe, GATHER, view_id(REG,c1932d92-83fe,3)) suspecting node: c62d0681-af6d
                2026-11-26  8:10:09 0 [Note] WSREP: evs::proto(c1932d92-83fe, GATHER, view_id(REG,c1932d92-83fe,3)) suspected node without join message, declaring inactive
                2026-11-26  8:10:10 0 [Note] WSREP: declaring c2395891-9b86 at tcp://127.0.0.1:23502 stable
                2026-11-26  8:10:10 0 [Note] WSREP: Node c1932d92-83fe state prim
                2026-11-26  8:10:10 0 [Note] WSREP: view(view_id(PRIM,c1932d92-83fe,4) memb {
                \tc1932d92-83fe,0
                \tc2395891-9b86,0
                2026-11-26  8:10:10 0 [Note] WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 2
                """))
                .containsExactly(
                        event(
                                9,
                                LogChange.NOTICED,
                                "WSREP: evs::proto(c1932d92-83fe, GATHER, view_id(REG,c1932d92-83fe,3)) suspecting node: c62d0681-af6d"),
                        event(
                                9,
                                LogChange.NOTICED,
                                "WSREP: evs::proto(c1932d92-83fe, GATHER, view_id(REG,c1932d92-83fe,3)) suspected node without join message, declaring inactive"),
                        event(
                                10,
                                LogChange.SERVING,
                                "WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 2"));
    }

    @Test
    void a_node_without_a_quorum_misses_the_others_until_they_are_back() throws Exception {
        assertThat(changing(SYNCED + """
                2026-11-26  8:10:36 0 [Note] WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 1
                2026-11-26  8:10:36 0 [Note] WSREP: Shifting SYNCED -> OPEN (TO: 7)
                2026-11-26  8:10:36 0 [Note] WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 1
                2026-11-26  8:10:36 2 [Note] WSREP: Server status change synced -> connected
                2026-11-26  8:10:43 0 [Note] WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 2
                2026-11-26  8:10:44 0 [Note] WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 3
                2026-11-26  8:10:45 0 [Note] WSREP: Restored state OPEN -> SYNCED (8)
                2026-11-26  8:10:45 2 [Note] WSREP: Synchronized with group, ready for connections
                """))
                .containsExactly(
                        event(
                                36,
                                LogChange.NODE_LOST,
                                "WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 1"),
                        event(45, LogChange.SERVING, "WSREP: Synchronized with group, ready for connections"));
    }

    /** Covers a node that was frozen: the others served without it, and serve again in a view with it. */
    @Test
    void a_node_that_was_left_out_takes_no_quorum_from_the_others() throws Exception {
        String first =
                "2026-11-26  8:10:04 0 [Note] WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 3\n";
        assertThat(changing(SYNCED + first + """
                2026-11-26  8:10:10 0 [Note] WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 2
                2026-11-26  8:10:18 0 [Note] WSREP: New COMPONENT: primary = yes, bootstrap = no, my_idx = 0, memb_num = 3
                """, SYNCED + first + """
                2026-11-26  8:10:15 0 [Note] WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 1
                2026-11-26  8:10:15 0 [Note] WSREP: Shifting SYNCED -> OPEN (TO: 3)
                """))
                .extracting(LogEvent::source, LogEvent::change)
                .containsExactly(
                        tuple("n1", LogChange.SERVING),
                        tuple("n2", LogChange.SERVING),
                        tuple("n1", LogChange.SERVING),
                        tuple("n2", LogChange.NOTICED),
                        tuple("n1", LogChange.SERVING));
    }

    @Test
    void a_node_that_shuts_down_leaves_the_others_a_quorum() throws Exception {
        assertThat(changing(SYNCED + """
                2026-11-26  8:10:47 0 [Note] /usr/sbin/mariadbd (initiated by: unknown): Normal shutdown
                2026-11-26  8:10:47 0 [Note] WSREP: New COMPONENT: primary = no, bootstrap = no, my_idx = 0, memb_num = 1
                2026-11-26  8:10:48 0 [Note] WSREP: Shifting SYNCED -> OPEN (TO: 8)
                """)).isEmpty();
    }

    /** Covers a node that joins while another serves, and one that starts while none does. */
    @Test
    void a_start_is_one_only_if_no_other_node_serves() throws Exception {
        String serving = "2026-11-26  8:10:05 2 [Note] WSREP: Synchronized with group, ready for connections\n";
        String start = """
                2026-11-26  8:10:26 0 [Note] Starting MariaDB 10.11.19-MariaDB-0+deb12u1 source revision 5843d8475120241667a7ce0f8a1abb6c9b43a273 server_uid fE0U7TX9q7LnSTOXgdc8FZA+gPQ=
                """;
        assertThat(changing(serving, start)).extracting(LogEvent::change).containsExactly(LogChange.SERVING);
        assertThat(changing(start)).extracting(LogEvent::change).containsExactly(LogChange.STARTING);
    }

    private static LogEvent event(long second, LogChange change, String text) {
        return new LogEvent(BEGIN.plusSeconds(second).plusMillis(500), change, "n1", text);
    }

    /** Returns the events that are no notes. @param logs of nodes n1, n2 … */
    private List<LogEvent> changing(String... logs) throws IOException {
        List<GaleraLog> read = new ArrayList<>();
        for (String log : logs) {
            String node = "n" + (read.size() + 1);
            read.add(new GaleraLog(node, Files.writeString(folder.resolve(node), log)));
        }
        return GaleraLog.between(read, BEGIN, BEGIN.plusSeconds(60)).stream()
                .filter(event -> event.change() != LogChange.NOTE)
                .toList();
    }
}
