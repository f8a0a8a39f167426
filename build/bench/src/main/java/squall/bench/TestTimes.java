package squall.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Sampler of the test JVMs of a build, which prints the cost of each test class as Markdown: seconds, processor seconds of the JVM and its
 * child processes, and the methods of Squall in which the test thread was found most often. Servers that run detached from the JVM are in
 * the total of the machine only. Needs Linux.
 */
final class TestTimes {
    private static final long INTERVAL_MS = 500;
    private static final double TICKS_PER_SECOND = 100;
    private static final int FRAMES = 200;
    private static final int SETTLED_S = 3;

    private final Path root;
    private final Map<Long, TestJvm> running = new HashMap<>();
    private final Map<String, Cost> costs = new TreeMap<>();

    private TestTimes(Path root) {
        this.root = root;
    }

    /** Observes the build with a process number below a folder until that process ends. */
    public static void main(String[] args) throws InterruptedException {
        ProcessHandle build = ProcessHandle.of(Long.parseLong(args[1])).orElseThrow();
        TestTimes times = new TestTimes(Path.of(args[0]).toAbsolutePath());
        long began = System.nanoTime();
        double busy = machineSeconds();
        while (build.isAlive()) {
            times.sample();
            Thread.sleep(INTERVAL_MS);
        }
        times.print((System.nanoTime() - began) / 1e9, machineSeconds() - busy);
    }

    private void sample() {
        List<Long> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("/surefire/surefirebooter"))
                .filter(process ->
                        process.info().command().orElse("").endsWith("/java")) // and not the shell that started it
                .filter(TestTimes::settled)
                .forEach(process -> module(process).ifPresent(module -> {
                    found.add(process.pid());
                    running.computeIfAbsent(process.pid(), pid -> new TestJvm(process, module))
                            .sample();
                }));
        running.entrySet().removeIf(jvm -> {
            boolean over = !found.contains(jvm.getKey());
            if (over) {
                jvm.getValue().close();
            }
            return over;
        });
    }

    /** Excludes a child that has not become another program yet: attaching to it would end it, as attaching sends a signal. */
    private static boolean settled(ProcessHandle process) {
        return process.info()
                .startInstant()
                .filter(start -> start.isBefore(Instant.now().minusSeconds(SETTLED_S)))
                .isPresent();
    }

    /** Returns the folder of the module that a process tests, if it is one of this build. */
    private Optional<String> module(ProcessHandle process) {
        try {
            Path folder = Path.of("/proc/" + process.pid() + "/cwd").toRealPath();
            return folder.startsWith(root) ? Optional.of(root.relativize(folder).toString()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // it has ended
        }
    }

    private void print(double seconds, double busy) {
        System.out.printf(
                Locale.ROOT, "%.0f s in all, %.0f s of processor time on the whole machine.%n%n", seconds, busy);
        var modules = new TreeMap<String, Cost>();
        costs.forEach((key, cost) -> modules.computeIfAbsent(key.substring(0, key.indexOf('\t')), module -> new Cost())
                .add(cost));
        System.out.println("| module | s | CPU s |\n|---|---:|---:|");
        sorted(modules)
                .forEach(row -> System.out.printf(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f |%n",
                        row.getKey(),
                        row.getValue().seconds,
                        row.getValue().processorSeconds));
        System.out.println("\n| module | class | s | CPU s | found most often in |\n|---|---|---:|---:|---|");
        sorted(costs)
                .filter(row -> row.getValue().seconds >= 5)
                .forEach(row -> System.out.printf(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f | %s |%n",
                        row.getKey().replace("\t", " | "),
                        row.getValue().seconds,
                        row.getValue().processorSeconds,
                        row.getValue().places()));
    }

    private static Stream<Map.Entry<String, Cost>> sorted(Map<String, Cost> costs) {
        return costs.entrySet().stream().sorted(Comparator.comparingDouble(row -> -row.getValue().seconds));
    }

    private static double machineSeconds() {
        try {
            String[] fields =
                    Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +");
            // user, nice, system; then idle and waiting for disks, which are no work; irq and softirq are.
            return (number(fields, 1) + number(fields, 2) + number(fields, 3) + number(fields, 6) + number(fields, 7))
                    / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new IllegalStateException("/proc/stat cannot be read: " + e.getMessage(), e);
        }
    }

    private static long number(String[] fields, int index) {
        return Long.parseLong(fields[index]);
    }

    /** Cost of a test class, or of all classes of a module. */
    private static final class Cost {
        private double seconds;
        private double processorSeconds;
        private final Map<String, Integer> places = new HashMap<>();

        void add(Cost other) {
            seconds += other.seconds;
            processorSeconds += other.processorSeconds;
        }

        String places() {
            int all = places.values().stream().mapToInt(Integer::intValue).sum();
            return places.entrySet().stream()
                    .sorted(Comparator.comparingInt(place -> -place.getValue()))
                    .limit(3)
                    .map(place -> place.getKey() + " " + 100 * place.getValue() / all + " %")
                    .collect(Collectors.joining(", "));
        }
    }

    /** Test JVM of Surefire, from which the stack of its test thread is read over JMX. */
    private final class TestJvm implements AutoCloseable {
        private final ProcessHandle process;
        private final String module;
        private long sampledNs = System.nanoTime();
        private double usedSeconds;
        private Optional<JMXConnector> connector = Optional.empty();

        TestJvm(ProcessHandle process, String module) {
            this.process = process;
            this.module = module;
            this.usedSeconds = processorSeconds();
        }

        void sample() {
            StackTraceElement[] stack = testStack();
            long now = System.nanoTime();
            double used = processorSeconds();
            Cost cost = costs.computeIfAbsent(module + "\t" + testClass(stack), key -> new Cost());
            cost.seconds += (now - sampledNs) / 1e9;
            cost.processorSeconds += Math.max(0, used - usedSeconds); // less where a child has ended uncounted
            cost.places.merge(place(stack), 1, Integer::sum);
            sampledNs = now;
            usedSeconds = used;
        }

        private StackTraceElement[] testStack() {
            try {
                if (connector.isEmpty()) {
                    connector = Optional.of(connect());
                }
                ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                        connector.get().getMBeanServerConnection(),
                        ManagementFactory.THREAD_MXBEAN_NAME,
                        ThreadMXBean.class);
                for (ThreadInfo thread : threads.dumpAllThreads(false, false, FRAMES)) {
                    if (!testClass(thread.getStackTrace()).isEmpty()) {
                        return thread.getStackTrace();
                    }
                }
            } catch (IOException | AttachNotSupportedException | UndeclaredThrowableException e) {
                close(); // it starts or ends: the next sample finds it again, or not
            }
            return new StackTraceElement[0];
        }

        @SuppressWarnings("BanJNDI") // the address is that of a JVM of this user
        private JMXConnector connect() throws IOException, AttachNotSupportedException {
            VirtualMachine jvm = VirtualMachine.attach(String.valueOf(process.pid()));
            try {
                return JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
            } finally {
                jvm.detach();
            }
        }

        /** Returns the test class at the bottom of a stack; empty where none is on it. */
        private static String testClass(StackTraceElement[] stack) {
            String found = "";
            for (StackTraceElement frame : stack) {
                String type = frame.getClassName().replaceFirst("\\$.*", "");
                if (type.endsWith("Test") && (type.startsWith("squall.") || type.startsWith("example."))) {
                    found = type;
                }
            }
            return found;
        }

        private static String place(StackTraceElement[] stack) {
            for (StackTraceElement frame : stack) {
                if (frame.getClassName().startsWith("squall.")) {
                    String type = frame.getClassName();
                    return type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$\\$.*", "") + "."
                            + frame.getMethodName();
                }
            }
            return "no test";
        }

        private double processorSeconds() {
            return processorSeconds(process)
                    + process.descendants()
                            .mapToDouble(TestJvm::processorSeconds)
                            .sum();
        }

        /** Returns the time that a process, and its children that ended, have used. */
        private static double processorSeconds(ProcessHandle process) {
            try {
                String line = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
                return (number(fields, 11) + number(fields, 12) + number(fields, 13) + number(fields, 14))
                        / TICKS_PER_SECOND;
            } catch (IOException e) {
                return 0; // it has ended
            }
        }

        @Override
        public void close() {
            try {
                if (connector.isPresent()) {
                    connector.get().close();
                }
            } catch (IOException e) {
                // the JVM is gone, and with it what would be closed
            }
            connector = Optional.empty();
        }
    }
}
