package squall.adversity.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.adversity.NamedFaultProvider;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ControlGroup;
import squall.system.process.DetachedProcess;

/** Provider of resource faults on this machine: they use resources that its nodes need, in an amount given by one number. */
abstract sealed class ResourceStressProvider extends NamedFaultProvider
        permits ResourceStressProvider.Cpu, ResourceStressProvider.Memory {
    private final String option;

    private ResourceStressProvider(String kind, String summary, String option) {
        super(kind, summary, Aim.SERVING_NODES);
        this.option = option;
    }

    /** Provider of busy processors, by the name {@code cpu}. */
    public static final class Cpu extends ResourceStressProvider {
        private static final int MOST = 1024;
        private static final String SCRIPT = "timeout \"$1\" sh -c \"while :; do :; done\"; :";

        public Cpu() {
            super(
                    "cpu",
                    "keeps processors of this machine busy, for clusters that run on it: workers (default: one per processor)",
                    "workers");
        }

        @Override
        int amount(Options options) {
            return options.number("workers", Runtime.getRuntime().availableProcessors(), 1, MOST);
        }

        @Override
        ResourceStress burden(FaultContext context, int amount) {
            return new ResourceStress(context, amount, 0, SCRIPT, "that keep a processor busy");
        }
    }

    /** Provider of memory allocated by other processes, by the name {@code memory}. */
    public static final class Memory extends ResourceStressProvider {
        private static final int USUAL_MB = 1024;
        private static final int MOST_MB = 1 << 20;

        public Memory() {
            super(
                    "memory",
                    "allocates memory of this machine, for clusters that run on it: megabytes (1024)",
                    "megabytes");
        }

        @Override
        int amount(Options options) {
            return options.number("megabytes", USUAL_MB, 1, MOST_MB);
        }

        /** Creates the fault: a program that reads a line without an end keeps it in memory. */
        @Override
        ResourceStress burden(FaultContext context, int amount) {
            String script =
                    "{ head -c " + ((long) amount << 20) + " /dev/zero; sleep \"$1\"; } | tail -n 1 >/dev/null; :";
            return new ResourceStress(context, 1, (long) amount << 20, script, "that hold " + amount + " MB");
        }
    }

    abstract int amount(Options options);

    abstract ResourceStress burden(FaultContext context, int amount);

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of(option));
        amount(options);
        return LocalNodeCheck.refusal(cluster);
    }

    @Override
    public final Fault fault(FaultContext context, Options options) {
        return burden(context, amount(options));
    }

    /**
     * Shell processes that take resources from this machine's nodes. Each has the injection's name as its last argument, by which it is
     * found again, and ends by itself when its time is over.
     *
     * @param count number of processes
     * @param bytes memory that each must be seen to hold
     * @param script of each; {@code $1} is its duration in seconds
     * @param takes description of the resource
     */
    record ResourceStress(FaultContext context, int count, long bytes, String script, String takes) implements Fault {
        private static final Duration SOON = Duration.ofSeconds(10);
        private static final Path PROCESSES = Path.of("/proc");

        /** Pattern of a line of {@code /proc/PID/status} about memory that a process has, present or swapped out. */
        private static final Pattern HELD = Pattern.compile("Vm(?:RSS|Swap):\\s*(\\d+) kB");

        private static final String GROUPS = "groups ";

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: " + count + " x sh -c '" + script + "' " + context.name()
                            + "; where nodes have a size, so many in the control groups of each",
                    "verify: processes named " + context.name() + " " + takes,
                    "heal: kill processes named " + context.name(),
                    "timer: each process ends itself");
        }

        /** Returns the control groups of each chosen node that has a size, as the files that a process joins them by, a line each. */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            Map<String, String> facts = new LinkedHashMap<>();
            if (context.cluster() instanceof Local local) {
                for (Node node : context.nodes()) {
                    String groups = groups(local.pids(node));
                    if (!groups.isEmpty()) {
                        facts.put(GROUPS + node.name(), groups);
                    }
                }
            }
            return facts;
        }

        private static String groups(List<Long> pids) throws IOException {
            return pids.isEmpty()
                    ? ""
                    : ControlGroup.ofNode(pids.getFirst()).stream()
                            .map(group -> group.procs().toString())
                            .distinct()
                            .collect(Collectors.joining("\n"));
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            Path folder = folder();
            FileTrees.make(folder, "rwx------");
            List<List<Path>> places = places();
            int wanted = places.size() * count;
            for (int i = Math.toIntExact(processes().count()); i < wanted; i++) {
                List<String> command = List.of(
                        "/bin/sh",
                        "-c",
                        script,
                        "squall",
                        Long.toString(Durations.wholeSeconds(atMost)),
                        context.name());
                new DetachedProcess(
                                ControlGroup.entering(places.get(i / count), command),
                                folder,
                                folder.resolve(i + ".out"),
                                folder.resolve(i + ".pid"))
                        .start();
            }
            PollDeadline.in(SOON).await(() -> processes().count() == wanted);
        }

        /** Returns the control groups of each node with a size; where there is none, this machine. */
        private List<List<Path>> places() {
            List<List<Path>> sized = context.facts().entrySet().stream()
                    .filter(fact -> fact.getKey().startsWith(GROUPS))
                    .map(fact -> fact.getValue().lines().map(Path::of).toList())
                    .toList();
            return sized.isEmpty() ? List.of(List.of()) : sized;
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            long there = processes().count();
            String found = there + " processes named " + context.name() + " " + takes;
            boolean held = there == 0 || PollDeadline.in(SOON).await(() -> heldBytes() >= wantedBytes());
            return held
                    ? new FaultEffect(there > 0, found)
                    : FaultEffect.absent(found + ", of which they have " + (heldBytes() >> 20) + " MB");
        }

        /** Returns the memory that must be seen, less a tenth; 0 where the kernel does not tell what processes have. */
        private long wantedBytes() {
            return Files.isDirectory(PROCESSES.resolve("self")) ? bytes * count * places().size() / 10 * 9 : 0;
        }

        private long heldBytes() throws IOException {
            long kilobytes = 0;
            for (ProcessHandle process : processes()
                    .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
                    .distinct()
                    .toList()) {
                Path status = PROCESSES.resolve(process.pid() + "/status");
                try (Stream<String> lines = Files.lines(status)) {
                    kilobytes += lines.map(HELD::matcher)
                            .filter(Matcher::matches)
                            .mapToLong(line -> Long.parseLong(line.group(1)))
                            .sum();
                } catch (NoSuchFileException | UncheckedIOException e) {
                    // It has ended meanwhile.
                }
            }
            return kilobytes << 10;
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            processes().forEach(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
            if (!PollDeadline.in(SOON).await(() -> processes().findAny().isEmpty())) {
                throw new IOException("processes named " + context.name() + " did not end");
            }
            FileTrees.delete(folder());
        }

        private Stream<ProcessHandle> processes() {
            return ProcessHandle.allProcesses()
                    .filter(process -> process.info()
                            .arguments()
                            .filter(arguments ->
                                    arguments.length > 0 && arguments[arguments.length - 1].equals(context.name()))
                            .isPresent());
        }

        private Path folder() {
            return Path.of(System.getProperty("java.io.tmpdir"), "squall-" + context.name());
        }
    }
}
