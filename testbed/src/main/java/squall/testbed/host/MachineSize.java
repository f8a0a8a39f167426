package squall.testbed.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Size of this machine, or of the container that runs this JVM.
 *
 * @param memoryBytes all of it, not only the free part
 */
public record MachineSize(long memoryBytes, int cores) {
    public MachineSize {
        if (memoryBytes <= 0 || cores <= 0) {
            throw new IllegalArgumentException(
                    "a machine has memory and cores, not " + memoryBytes + " bytes and " + cores + " cores");
        }
    }

    /** Returns the size within the limits of a container, which the JVM has read. */
    public static MachineSize here() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new MachineSize(system.getTotalMemorySize(), Runtime.getRuntime().availableProcessors());
    }
}
