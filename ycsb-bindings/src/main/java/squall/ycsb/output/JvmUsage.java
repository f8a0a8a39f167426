package squall.ycsb.output;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Memory, threads and load of the client, seen once a second.
 *
 * @param maxMemoryMb used heap
 * @param maxLoad load average of the machine over a minute; 0 where the platform does not tell
 * @param groups all samples by upstream's name of the group: {@code THREAD_COUNT}, {@code USED_MEM_MB}, …
 */
public record JvmUsage(
        long maxMemoryMb,
        long minMemoryMb,
        int maxThreads,
        int minThreads,
        double maxLoad,
        double minLoad,
        Map<String, Histogram> groups) {
    public JvmUsage {
        groups = new TreeMap<>(groups);
    }
}
