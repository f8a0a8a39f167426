package squall.testbed.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How big this machine is, or the container this JVM lives in.
 *
 * @param memoryBytes all of it, not what is free
 */
public record Machine(long memoryBytes, int cores) {
    public Machine {
        if (memoryBytes <= 0 || cores <= 0) {
            throw new IllegalArgumentException(
                    "a machine has memory and cores, not " + memoryBytes + " bytes and " + cores + " cores");
        }
    }

    /** Container limits count: the JVM has read them already. */
    public static Machine here() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(system.getTotalMemorySize(), Runtime.getRuntime().availableProcessors());
    }
}
