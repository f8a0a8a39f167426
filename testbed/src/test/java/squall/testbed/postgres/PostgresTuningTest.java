package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.testbed.host.MachineSize;
import squall.testbed.postgres.PostgresLauncher.PostgresTuning;

class PostgresTuningTest {
    private static final long GB = 1L << 30;

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

    @Test
    void every_machine_gets_a_durable_server() {
        assertThat(PostgresTuning.forMachine(new MachineSize(GB, 2)).settings())
                .containsAllEntriesOf(Map.of("fsync", "on", "full_page_writes", "on", "synchronous_commit", "on"));
    }
}
