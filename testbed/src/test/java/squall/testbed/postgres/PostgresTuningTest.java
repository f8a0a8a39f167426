package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.testbed.host.MachineSize;
import squall.testbed.postgres.PostgresLauncher.PostgresTuning;

class PostgresTuningTest {
    private static final long GB = 1L << 30;

    @TempDir
    Path folder;

    @Test
    void a_large_machine_gives_a_quarter_up_to_the_bounds() {
        assertThat(PostgresTuning.forMachine(new MachineSize(64 * GB, 16)).settings())
                .containsAllEntriesOf(Map.of(
                        "shared_buffers", "8192MB",
                        "effective_cache_size", "32768MB",
                        "maintenance_work_mem", "1024MB",
                        "max_wal_size", "4096MB",
                        "max_parallel_workers", "16",
                        "max_worker_processes", "22"));
    }

    @Test
    void a_small_machine_keeps_what_a_server_needs() {
        assertThat(PostgresTuning.forMachine(new MachineSize(GB / 4, 1)).settings())
                .containsAllEntriesOf(Map.of(
                        "shared_buffers", "128MB",
                        "effective_cache_size", "256MB",
                        "maintenance_work_mem", "64MB",
                        "max_wal_size", "1024MB",
                        "max_parallel_workers", "2"));
    }

    /** Covers an old error: bytes were counted as characters, and a server whose log had those of a damaged row failed with "Input length = 1". */
    @Test
    void what_a_start_adds_to_the_log_is_told_whatever_bytes_are_in_it() throws Exception {
        Path log = folder.resolve("server.log");
        Files.writeString(log, "LOG:  in /home/\u00FC\u00FC\u00FC/data\n");
        long logged = Files.size(log);
        Files.write(log, "FATAL:  damaged: \u00FF\n".getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.APPEND);
        assertThat(PostgresLauncher.after(logged, log)).isEqualTo("FATAL:  damaged: \uFFFD\n");
    }

    @Test
    void every_machine_gets_a_durable_server() {
        assertThat(PostgresTuning.forMachine(new MachineSize(GB, 2)).settings())
                .containsAllEntriesOf(Map.of("fsync", "on", "full_page_writes", "on", "synchronous_commit", "on"));
    }
}
