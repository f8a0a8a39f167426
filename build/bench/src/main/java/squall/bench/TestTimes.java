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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Sampler of the JVMs of a build, which prints as Markdown what Maven's own threads do in each module, and the cost of each test class:
 * seconds, processor seconds of the JVM and its child processes, what its thread waits for, and the methods of Squall in which it was found
 * most often. Servers that run detached from the JVM are in the total of the machine only. Needs Linux.
 */
final class TestTimes {
    private static final long INTERVAL_MS = 500;
    private static final double TICKS_PER_SECOND = 100;
    private static final int FRAMES = 200;
    private static final int SETTLED_S = 3;
    private static final String BUILDER = "mvn-builder-";

    /** Kinds of waiting, by the beginning of the name of a class on the stack of a test; the first that is found counts. */
    private static final Map<String, String> WAITS = waits();

    /** Kinds of work of Maven, likewise. */
    private static final Map<String, String> WORK = work();

    private final Path root;
    private final Map<Long, TestJvm> running = new HashMap<>();
    private final Map<Long, SampledJvm> builds = new HashMap<>();
    private final Map<String, Cost> costs = new TreeMap<>();
    private final Map<String, Map<String, Double>> work = new TreeMap<>();
    private double mavenSeconds;

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

    private static Map<String, String> waits() {
        Map<String, String> waits = new LinkedHashMap<>();
        waits.put("squall.testbed.patroni.PatroniServers$PatroniLeadership", "an election");
        waits.put("squall.testbed.ha.GroupRejoin", "a node that rejoins");
        waits.put("squall.testbed.", "a server's start or end");
        waits.put("squall.clusters.", "a server's start or end");
        waits.put("squall.fixture.", "a server's start or end");
        waits.put("squall.engine.", "a load or phase");
        waits.put("squall.cli.command.", "a load or phase");
        waits.put("squall.report.html.Chromium", "a browser");
        waits.put("squall.sql.", "a database's answer");
        waits.put("squall.cql.", "a database's answer");
        waits.put("squall.system.process.ExternalProgram", "another process");
        waits.put("squall.dist.Installation", "another process");
        return waits;
    }

    private static Map<String, String> work() {
        Map<String, String> work = new LinkedHashMap<>();
        work.put("com.sun.tools.javac.", "compiling");
        work.put("com.diffplug.spotless.", "format");
        work.put("org.apache.maven.plugin.surefire.", "tests");
        return work;
    }

    private static String kind(Map<String, String> kinds, StackTraceElement[] stack, String otherwise) {
        for (Map.Entry<String, String> kind : kinds.entrySet()) {
            for (StackTraceElement frame : stack) {
                if (frame.getClassName().startsWith(kind.getKey())) {
                    return kind.getValue();
                }
            }
        }
        return otherwise;
    }

    private void sample() {
        List<Long> found = new ArrayList<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            String line = process.info().commandLine().orElse("");
            boolean java = process.info().command().orElse("").endsWith("/java"); // and not the shell that started it
            if (!java || !settled(process)) {
                continue;
            }
            if (line.contains("/surefire/surefirebooter")) {
                module(process).ifPresent(module -> {
                    found.add(process.pid());
                    running.computeIfAbsent(process.pid(), pid -> new TestJvm(process, module))
                            .sample();
                });
            } else if (line.contains("org.codehaus.plexus.classworlds.launcher.Launcher")
                    && module(process).isPresent()) {
                found.add(process.pid());
                builds.computeIfAbsent(process.pid(), pid -> new SampledJvm(process))
                        .sampleMaven();
            }
        }
        end(running, found);
        end(builds, found);
    }

    private static void end(Map<Long, ? extends SampledJvm> jvms, List<Long> found) {
        jvms.entrySet().removeIf(jvm -> {
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
        printWork();
        System.out.println(
                "\n| module | class | s | CPU s | waits for | found most often in |\n|---|---|---:|---:|---|---|");
        sorted(costs)
                .filter(row -> row.getValue().seconds >= 5)
                .forEach(row -> System.out.printf(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f | %s | %s |%n",
                        row.getKey().replace("\t", " | "),
                        row.getValue().seconds,
                        row.getValue().processorSeconds,
                        Cost.most(row.getValue().waits),
                        Cost.most(row.getValue().places)));
    }

    /** Prints what the threads of Maven did for each module; several work at a time. */
    private void printWork() {
        System.out.printf(
                Locale.ROOT,
                "%nMaven itself took %.0f s of processor time. Seconds of its threads, of which several run at a time:%n%n",
                mavenSeconds);
        System.out.println("| module | compiling | format | tests | other |\n|---|---:|---:|---:|---:|");
        work.forEach((module, seconds) -> System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f | %.0f |%n",
                module,
                seconds.getOrDefault("compiling", 0.0),
                seconds.getOrDefault("format", 0.0),
                seconds.getOrDefault("tests", 0.0),
                seconds.getOrDefault("other", 0.0)));
        Map<String, Integer> waits = new HashMap<>();
        costs.values().forEach(cost -> cost.waits.forEach((kind, count) -> waits.merge(kind, count, Integer::sum)));
        System.out.printf("%nWhat the test threads waited for: %s.%n", Cost.all(waits));
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
        private final Map<String, Integer> waits = new HashMap<>();

        void add(Cost other) {
            seconds += other.seconds;
            processorSeconds += other.processorSeconds;
        }

        /** Returns the three most frequent, with their shares. */
        static String most(Map<String, Integer> counts) {
            return shares(counts, 3);
        }

        /** Returns all, with their shares. */
        static String all(Map<String, Integer> counts) {
            return shares(counts, counts.size());
        }

        private static String shares(Map<String, Integer> counts, int limit) {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            return counts.entrySet().stream()
                    .sorted(Comparator.comparingInt(count -> -count.getValue()))
                    .limit(limit)
                    .map(count -> count.getKey() + " " + 100 * count.getValue() / all + " %")
                    .collect(Collectors.joining(", "));
        }
    }

    /** Test JVM of Surefire, of whose test thread the stack is read. */
    private final class TestJvm extends SampledJvm {
        private final String module;

        TestJvm(ProcessHandle process, String module) {
            super(process);
            this.module = module;
        }

        void sample() {
            StackTraceElement[] stack = Stream.of(threads())
                    .map(ThreadInfo::getStackTrace)
                    .filter(trace -> !testClass(trace).isEmpty())
                    .findFirst()
                    .orElse(new StackTraceElement[0]);
            Cost cost = costs.computeIfAbsent(module + "\t" + testClass(stack), key -> new Cost());
            cost.seconds += passed();
            cost.processorSeconds += used();
            cost.places.merge(place(stack), 1, Integer::sum);
            cost.waits.merge(stack.length == 0 ? "no test" : kind(WAITS, stack, "its own work"), 1, Integer::sum);
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
    }

    /** JVM from which the stacks of its threads are read over JMX. */
    private class SampledJvm implements AutoCloseable {
        private final ProcessHandle process;
        private long sampledNs = System.nanoTime();
        private double usedSeconds = -1;
        private Optional<JMXConnector> connector = Optional.empty();

        SampledJvm(ProcessHandle process) {
            this.process = process;
        }

        void sampleMaven() {
            double seconds = passed();
            for (ThreadInfo thread : threads()) {
                if (thread.getThreadName().startsWith(BUILDER)) {
                    work.computeIfAbsent(thread.getThreadName().substring(BUILDER.length()), module -> new HashMap<>())
                            .merge(kind(WORK, thread.getStackTrace(), "other"), seconds, Double::sum);
                }
            }
            mavenSeconds += since(processorSeconds(process, 2));
        }

        /** Returns the seconds since the last sample. */
        final double passed() {
            long now = System.nanoTime();
            double seconds = (now - sampledNs) / 1e9;
            sampledNs = now;
            return seconds;
        }

        /** Returns the processor time since the last sample, child processes included; none where one has ended uncounted. */
        final double used() {
            return since(processorSeconds());
        }

        private double since(double now) {
            double used = usedSeconds < 0 ? 0 : Math.max(0, now - usedSeconds);
            usedSeconds = now;
            return used;
        }

        final ThreadInfo[] threads() {
            try {
                if (connector.isEmpty()) {
                    connector = Optional.of(connect());
                }
                ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                        connector.get().getMBeanServerConnection(),
                        ManagementFactory.THREAD_MXBEAN_NAME,
                        ThreadMXBean.class);
                return threads.dumpAllThreads(false, false, FRAMES);
            } catch (IOException | AttachNotSupportedException | UndeclaredThrowableException e) {
                close(); // it starts or ends: the next sample finds it again, or not
            }
            return new ThreadInfo[0];
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

        private double processorSeconds() {
            return processorSeconds(process, 4)
                    + process.descendants()
                            .mapToDouble(child -> processorSeconds(child, 4))
                            .sum();
        }

        /** Returns the time that a process has used. @param fields 4: with that of its children that ended; 2: its own */
        private static double processorSeconds(ProcessHandle process, int fields) {
            try {
                String line = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
                String[] all = line.substring(line.lastIndexOf(')') + 2).split(" ");
                return IntStream.range(11, 11 + fields)
                                .mapToLong(field -> number(all, field))
                                .sum()
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
