package squall.testbed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import squall.testbed.host.MachineSize;

/**
 * The settings an embedded server is started with: durable always, sized to the machine it shares with its client.
 *
 * <p>Whatever is not named here keeps PostgreSQL's default.
 */
public record PostgresTuning(SequencedMap<String, String> settings) {
    private static final long MB = 1L << 20;

    public PostgresTuning {
        settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
    }

    /**
     * Sized so that loads of some gigabytes fit and the client keeps room:
     *
     * <ul>
     *   <li>{@code shared_buffers} a quarter of the memory, 128 MB to 8 GB (PostgreSQL's own advice);
     *       {@code effective_cache_size} half of the memory, a hint that takes nothing
     * <li>{@code max_wal_size} an eighth of the memory, 1 GB to 4 GB, and {@code checkpoint_timeout} 15 minutes: a run of some minutes has
     * steady writes instead of repeated full-page images after checkpoints; crash recovery still takes seconds. Disk use grows by as much.
     *   <li>{@code maintenance_work_mem} a thirty-second, 64 MB to 1 GB, for building indexes after a load
     *   <li>parallel workers as many as cores; {@code max_connections} 500, since a session costs little while idle
     *   <li>{@code random_page_cost} 1.1: today's disks seek for free
     *   <li>{@code log_min_messages=log}: refused statements are counted by the client; logged by the million they would
     *       fill the disk
     * </ul>
     */
    public static PostgresTuning forMachine(MachineSize machine) {
        long memory = machine.memoryBytes();
        String workers = Integer.toString(Math.max(2, machine.cores()));
        var settings = new LinkedHashMap<>(DURABLE);
        settings.put("max_connections", "500");
        settings.put("shared_buffers", megabytes(memory / 4, 128, 8192));
        settings.put("effective_cache_size", megabytes(memory / 2, 256, Integer.MAX_VALUE));
        settings.put("maintenance_work_mem", megabytes(memory / 32, 64, 1024));
        settings.put("max_wal_size", megabytes(memory / 8, 1024, 4096));
        settings.put("checkpoint_timeout", "15min");
        settings.put("random_page_cost", "1.1");
        settings.put("max_worker_processes", Integer.toString(6 + Math.max(2, machine.cores())));
        settings.put("max_parallel_workers", workers);
        settings.put("log_min_messages", "log");
        settings.put("timezone", "UTC");
        settings.put("log_timezone", "UTC");
        return new PostgresTuning(settings);
    }

    /** Set although they are PostgreSQL's defaults: without them no figure may be called durable. */
    private static final Map<String, String> DURABLE = durable();

    private static Map<String, String> durable() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("fsync", "on");
        settings.put("full_page_writes", "on");
        settings.put("synchronous_commit", "on");
        return Collections.unmodifiableMap(settings);
    }

    private static String megabytes(long bytes, long least, long most) {
        return Math.clamp(bytes / MB, least, most) + "MB";
    }
}
