package squall.results;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import squall.system.SecretMasking;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;

/**
 * The machine and JVM that Squall itself runs on. What the system does not tell is absent, not zero.
 *
 * @param containerLimits contents of files below {@code /sys/fs/cgroup}, by name
 * @param nodeSizes limits of the test bed's nodes on this machine, as the kernel has them, by control group; empty if none has a size
 */
public record ClientMachine(
        String host,
        Optional<String> cpuModel,
        int cores,
        OptionalLong memoryBytes,
        String kernel,
        String arch,
        String jdk,
        List<String> jvmFlags,
        Map<String, String> containerLimits,
        Optional<Map<String, String>> nodeSizes) {
    private static final List<String> LIMITS = List.of(
            "/sys/fs/cgroup/cpu.max",
            "/sys/fs/cgroup/memory.max",
            "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
            "/sys/fs/cgroup/cpu/cpu.cfs_period_us",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes");

    static ClientMachine here() {
        return new ClientMachine(
                name(),
                model(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        ? OptionalLong.of(system.getTotalMemorySize())
                        : OptionalLong.empty(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch", ""),
                System.getProperty("java.runtime.version", ""),
                SecretMasking.mask(ManagementFactory.getRuntimeMXBean().getInputArguments()),
                limits(),
                Optional.of(limitsOfNodes()).filter(sizes -> !sizes.isEmpty()));
    }

    /** Returns the name of the machine. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown"; // a machine may have a name that it cannot resolve
        }
    }

    private static Optional<String> model() {
        return content(Path.of("/proc/cpuinfo"))
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst());
    }

    private static Map<String, String> limits() {
        Map<String, String> limits = new LinkedHashMap<>();
        for (String file : LIMITS) {
            content(Path.of(file))
                    .ifPresent(text -> limits.put(Path.of(file).getFileName().toString(), text.strip()));
        }
        return limits;
    }

    private static Map<String, String> limitsOfNodes() {
        Map<String, String> sizes = new TreeMap<>();
        for (Controller controller : List.of(Controller.CPU, Controller.MEMORY)) {
            limits(controller).forEach((group, limit) -> sizes.merge(group, limit, (one, other) -> one + ", " + other));
        }
        return sizes;
    }

    private static Map<String, String> limits(Controller controller) {
        Map<String, String> limits = new TreeMap<>();
        try {
            for (ControlGroup group :
                    ControlGroup.named(ControlGroupHierarchy.readable(controller), ControlGroup.NODE)) {
                limit(group).ifPresent(limit -> limits.put(group.name(), limit));
            }
        } catch (IOException e) {
            limits.clear(); // there is no such tree, or a group was removed while it was read
        }
        return limits;
    }

    private static Optional<String> limit(ControlGroup group) throws IOException {
        return group.hierarchy().controller() == Controller.CPU
                ? group.processors().stream()
                        .mapToObj(number -> number + " processors")
                        .findFirst()
                : group.memoryBytes().stream()
                        .mapToObj(bytes -> (bytes >> 20) + " MB")
                        .findFirst();
    }

    private static Optional<String> content(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // some kernels refuse to read files that they list
        }
    }
}
