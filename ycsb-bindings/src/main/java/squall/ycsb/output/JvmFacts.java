package squall.ycsb.output;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What the client's own JVM did during a run.
 *
 * @param collectors one for each garbage collector, in the order of the JVM
 * @param usage present if it was watched ({@code measurement.trackjvm})
 */
public record JvmFacts(List<Collector> collectors, Optional<JvmUsage> usage) {
    /** One garbage collector. @param name as the JVM prints it, {@code _} for blanks */
    public record Collector(String name, long count, long timeMs) {}

    public JvmFacts {
        collectors = List.copyOf(collectors);
    }

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
}
