package squall.ycsb.output;

import java.util.List;
import java.util.Optional;

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
}
