package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void only_lines_since_the_moment_are_found() throws Exception {
        Path older = Files.writeString(folder.resolve("server.log.1"), """
                2026-11-25 11:59:59.999 UTC [7] ERROR:  invalid page in block 1
                2026-11-25 12:00:00.000 UTC [7] ERROR:  invalid page in block 2
                """);
        Path log = Files.writeString(folder.resolve("server.log"), """
                2026-11-25 12:00:01.000 UTC [8] LOG:  ready
                2026-11-25 12:00:02.000 UTC [8] ERROR:  invalid page in block 3
                """);
        assertThat(new ServerLog(List.of(older, log, folder.resolve("none")), ZoneOffset.UTC)
                        .since(NOON, Pattern.compile("invalid page")))
                .containsExactly(
                        "2026-11-25 12:00:00.000 UTC [7] ERROR:  invalid page in block 2",
                        "2026-11-25 12:00:02.000 UTC [8] ERROR:  invalid page in block 3");
    }

    /** Reads the times of MariaDB, which writes no milliseconds, and a space before an hour of one digit. */
    @Test
    void whole_seconds_and_short_hours_are_times() throws Exception {
        Path log = Files.writeString(folder.resolve("mariadbd.log"), """
                2026-11-25  9:59:59 0 [ERROR] InnoDB: corrupt 1
                2026-11-25 12:00:00 0 [ERROR] InnoDB: corrupt 2
                """);
        assertThat(new ServerLog(List.of(log), ZoneOffset.UTC).since(NOON.plusMillis(500), Pattern.compile("corrupt")))
                .containsExactly("2026-11-25 12:00:00 0 [ERROR] InnoDB: corrupt 2");
    }

    @Test
    void a_line_without_a_time_has_that_of_the_line_before() throws Exception {
        Path log = Files.writeString(folder.resolve("system.log"), """
                ERROR [main] 2026-11-25 11:59:00,000 A.java:1 - Exception
                org.example.CorruptException: old
                ERROR [main] 2026-11-25 12:00:00,000 A.java:1 - Exception
                org.example.CorruptException: new
                """);
        assertThat(new ServerLog(List.of(log), ZoneOffset.UTC).since(NOON, Pattern.compile("CorruptException")))
                .containsExactly("org.example.CorruptException: new");
    }

    /** Covers an old error: a statement of several lines with MariaDB's zero date made the whole log unreadable. */
    @Test
    void a_date_that_is_none_is_no_time_of_a_line() throws Exception {
        Path log = Files.writeString(folder.resolve("server.log"), """
                2026-11-25 12:00:00.000 UTC [7] ERROR:  invalid page in block 2
                2026-11-25 12:00:00.001 UTC [7] STATEMENT:  UPDATE orders SET
                  delivered = '0000-00-00 00:00:00' WHERE invalid page
                """);
        assertThat(new ServerLog(List.of(log), ZoneOffset.UTC).since(NOON, Pattern.compile("invalid page")))
                .containsExactly(
                        "2026-11-25 12:00:00.000 UTC [7] ERROR:  invalid page in block 2",
                        "delivered = '0000-00-00 00:00:00' WHERE invalid page");
    }
}
