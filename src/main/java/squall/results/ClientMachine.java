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
import squall.system.SecretMasking;

/**
 * The machine and JVM that Squall itself runs on. What the system does not tell is absent, not zero.
 *
 * @param containerLimits contents of files below {@code /sys/fs/cgroup}, by name
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
        Map<String, String> containerLimits) {
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
                limits());
    }

    /** What the machine calls itself. */
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

    private static Optional<String> content(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // some kernels refuse to read files that they list
        }
    }
}
