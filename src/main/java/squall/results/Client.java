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
import squall.cli.Secrets;

/** The machine and JVM that Squall itself runs on, for the manifest. What the system does not tell is absent, not zero. */
final class Client {
    private static final List<String> LIMITS = List.of(
            "/sys/fs/cgroup/cpu.max",
            "/sys/fs/cgroup/memory.max",
            "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
            "/sys/fs/cgroup/cpu/cpu.cfs_period_us",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes");

    private Client() {}

    static Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("host", host());
        cpuModel().ifPresent(model -> facts.put("cpu_model", model));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            facts.put("memory_bytes", system.getTotalMemorySize());
        }
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        facts.put("jdk", System.getProperty("java.runtime.version"));
        facts.put("jvm_flags", Secrets.mask(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("container_limits", limits());
        return facts;
    }

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown"; // a machine may have a name that it cannot resolve
        }
    }

    private static Optional<String> cpuModel() {
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
