package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Provider of slow disks, by the name {@code slowDisk}. The scenario selects the method: with {@code kilobytes} the kernel throttles the
 * device, with {@code each} the cluster delays every sync.
 */
public final class SlowDisk extends NamedFaultProvider {
    private static final Duration USUAL = Duration.ofMillis(20);

    /** Any sync takes at least no time, so that none could disprove a shorter delay. */
    private static final Duration LEAST = Duration.ofMillis(1);

    private static final int MOST_KB = 10_000_000;
    private static final String THROTTLE = "kilobytes";
    private static final String WAIT = "each";

    public SlowDisk() {
        super(
                "slowDisk",
                "slows writes of nodes: kilobytes per second of the device, by cgroup, as root; or a delay of each sync"
                        + " (each=20ms), if the cluster supports it",
                Aim.SERVING_NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        require(options);
        try {
            return throttled(options) ? throttling(cluster) : StalledDisk.refusal(cluster);
        } catch (IOException | InterruptedException e) {
            return refused(e);
        }
    }

    private static Optional<String> refused(Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Optional.of(String.valueOf(e.getMessage()));
    }

    private static Optional<String> throttling(Cluster cluster) throws IOException, InterruptedException {
        Optional<String> unavailable = cluster.unavailable(Local.class);
        if (unavailable.isPresent()) {
            return unavailable;
        }
        hierarchy();
        for (Node node : cluster.nodes()) {
            Path data = ((Local) cluster).data(node);
            if (ControlGroup.disk(data).isEmpty()) {
                return Optional.of(data + " is not on a disk that the kernel can throttle");
            }
        }
        return Optional.empty();
    }

    private static ControlGroupHierarchy hierarchy() throws IOException {
        return ControlGroupHierarchy.here(Controller.DISK);
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        require(options);
        return throttled(options)
                ? new ThrottledDisk(context, 1000L * options.number(THROTTLE, 1, 1, MOST_KB), new ParallelActions())
                : StalledDisk.slow(context, options.duration(WAIT, USUAL));
    }

    private static boolean throttled(Options options) {
        return !options.text(THROTTLE, "").isEmpty();
    }

    private static void require(Options options) {
        options.allowOnly(List.of(THROTTLE, WAIT));
        options.number(THROTTLE, 1, 1, MOST_KB);
        options.duration(WAIT, USUAL, LEAST);
        if (throttled(options) && !options.text(WAIT, "").isEmpty()) {
            throw new IllegalArgumentException("slowDisk: give either '" + THROTTLE + "' or '" + WAIT + "', not both");
        }
    }

    /**
     * Throttled device, with a limit of bytes a second for the processes of each chosen node, and none for all others. The kernel has no
     * timer for it, so a detached process heals.
     *
     * @param throttling records the time between throttling the first and the last node
     */
    private record ThrottledDisk(FaultContext context, long bytesPerSecond, ParallelActions throttling)
            implements Fault {
        private static final String DEVICE = "device ";
        private static final String GROUPS = "groups ";

        /** Mark of a group that is throttled itself: in version 2 a process is in one group for all, and to leave the group of its node would be to lose the node's size. */
        private static final String SIZED = "sized ";

        private static final Duration LIMIT = Duration.ofSeconds(30);

        /** Duration of the probe's writes under the limit; an unthrottled device needs far less than half of it. */
        private static final int PROBE_SECONDS = 2;

        private static final int LEAST_BLOCK = 4096; // of direct writing

        /** Script that joins the group, if there is one, then writes past all caches. */
        private static final String PROBE =
                "{ [ -z \"$1\" ] || echo $$ >\"$1\"; } && exec dd if=/dev/zero of=\"$2\" bs=\"$3\" count=\"$4\" oflag=direct conv=fsync";

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: control groups " + context.name() + "_NODE with their processes, " + bytesPerSecond
                            + " bytes/s; in version 2 the control group that gives a node its size",
                    "verify: a process of such a group writes with O_DIRECT, timed",
                    "heal: remove the limit, move each process back to its former group, remove the groups",
                    "timer: none in the kernel; a detached process heals");
        }

        /**
         * Records the device of each node, and its processes with their groups, a line each.
         *
         * @throws IOException also if a device is not faster than the limit, which would then have no effect
         */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            Map<String, String> facts = new LinkedHashMap<>();
            for (Node node : context.nodes()) {
                Path data = local().data(node);
                facts.put(
                        DEVICE + node.name(),
                        ControlGroup.disk(data).orElseThrow(() -> new IOException(data + " is not on a disk")));
                requireFaster(node);
                facts.put(GROUPS + node.name(), groups(node));
                for (long pid : local().pids(node)) {
                    ControlGroup.ofNode(hierarchy(), pid)
                            .ifPresent(group -> facts.put(SIZED + node.name(), group.name()));
                }
            }
            return facts;
        }

        private void requireFaster(Node node) throws IOException, InterruptedException {
            Duration took = written(node, "");
            if (tooLong(took)) {
                took = written(node, ""); // it may have been busy once
            }
            if (tooLong(took)) {
                throw new IOException("the disk of " + node.name() + " takes " + took.toMillis() + " ms for "
                        + PROBE_SECONDS * bytesPerSecond + " bytes without a limit: a limit of "
                        + bytesPerSecond / 1000 + " kilobytes a second would have no effect; choose a lower one");
            }
        }

        /** Returns whether the probe's writes took longer than an unthrottled device may take. */
        private static boolean tooLong(Duration took) {
            return took.compareTo(Duration.ofSeconds(PROBE_SECONDS).dividedBy(2)) > 0;
        }

        private String groups(Node node) throws IOException, InterruptedException {
            List<String> lines = new ArrayList<>();
            for (long pid : local().pids(node)) {
                ControlGroup.of(hierarchy(), pid).ifPresent(group -> lines.add(pid + " " + group));
            }
            return String.join("\n", lines);
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            throttling.onEach(context.nodes(), node -> {
                ControlGroup group = group(node);
                group.make();
                group.limitDisk(device(node), Optional.of(bytesPerSecond));
                if (!sized(node)) {
                    group.take(local().pids(node));
                }
            });
        }

        @Override
        public Optional<Duration> skew() {
            return throttling.skew();
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : context.nodes()) {
                if (group(node).exists()) {
                    Duration took = written(node, group(node).procs().toString());
                    present |= tooLong(took);
                    found.add(node.name() + " writes " + PROBE_SECONDS * bytesPerSecond + " bytes in " + took.toMillis()
                            + " ms");
                }
            }
            return new FaultEffect(
                    present, found.isEmpty() ? "no group of " + context.name() : String.join(", ", found));
        }

        /** @param procs file by which the writing process joins a group; empty: it joins none */
        private Duration written(Node node, String procs) throws IOException, InterruptedException {
            long block = Math.max(LEAST_BLOCK, bytesPerSecond / 10 / LEAST_BLOCK * LEAST_BLOCK);
            long count = Math.max(1, PROBE_SECONDS * bytesPerSecond / block);
            Path probe = local().data(node).resolve(context.name() + ".probe");
            long beganNs = System.nanoTime();
            try {
                Finished finished = new ExternalProgram(
                                List.of(
                                        "/bin/sh",
                                        "-c",
                                        PROBE,
                                        "squall",
                                        procs,
                                        probe.toString(),
                                        Long.toString(block),
                                        Long.toString(count)),
                                Path.of("/"),
                                LIMIT)
                        .run();
                finished.orThrow();
                return Duration.ofNanos(System.nanoTime() - beganNs);
            } finally {
                Files.deleteIfExists(probe);
            }
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            for (Node node : context.nodes()) {
                ControlGroup group = group(node);
                if (group.exists()) {
                    group.limitDisk(device(node), Optional.empty()); // first: a throttled process can hardly be moved
                }
                if (!sized(node)) {
                    Map<Long, String> before = before(node);
                    group.remove(pid -> before(before, pid));
                }
            }
        }

        /**
         * Returns the former groups by process, in the order of the facts: the first is the node's own, whose descendants the others are.
         */
        private Map<Long, String> before(Node node) {
            Map<Long, String> groups = new LinkedHashMap<>();
            context.facts().getOrDefault(GROUPS + node.name(), "").lines().forEach(line -> {
                String[] words = line.split(" ", 2);
                groups.put(Long.valueOf(words[0]), words[1]);
            });
            return groups;
        }

        /** Returns the former group of a process; one that was forked meanwhile belongs where its nearest known ancestor was. */
        private static String before(Map<Long, String> groups, long pid) {
            Optional<ProcessHandle> process = ProcessHandle.of(pid);
            while (process.isPresent()) {
                String group = groups.get(process.get().pid());
                if (group != null) {
                    return group;
                }
                process = process.get().parent();
            }
            return groups.values().stream().findFirst().orElse("/");
        }

        private ControlGroup group(Node node) throws IOException {
            return new ControlGroup(hierarchy(), context.facts().getOrDefault(SIZED + node.name(), ownName(node)));
        }

        private String ownName(Node node) {
            return context.name() + "_" + node.name();
        }

        /** Returns whether the group is the one that gives the node its size, and stays. */
        private boolean sized(Node node) {
            return context.facts().containsKey(SIZED + node.name());
        }

        private String device(Node node) throws IOException {
            String device = context.facts().getOrDefault(DEVICE + node.name(), "");
            if (device.isEmpty()) {
                throw new IOException("the device that " + node.name() + " writes to is unknown");
            }
            return device;
        }

        private Local local() {
            return (Local) context.cluster();
        }
    }
}
