package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.host.Program;
import squall.host.Program.Finished;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/**
 * A device that gives the processes of each chosen node so many bytes a second, and all others what it can. The kernel has no timer for it,
 * so a detached process heals.
 */
record ThrottledDisk(Scene scene, long bytesPerSecond) implements Fault {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** What the probe writes takes this long under the limit; a device that is well needs far less than the half. */
    private static final int PROBE_SECONDS = 2;

    private static final int LEAST_BLOCK = 4096; // of direct writing

    /** Joins the group, then writes past all caches. */
    private static final String PROBE =
            "echo $$ >\"$1\" && exec dd if=/dev/zero of=\"$2\" bs=\"$3\" count=\"$4\" oflag=direct conv=fsync";

    @Override
    public List<String> steps() {
        return List.of(
                "inject: control groups " + scene.name() + "_NODE with their processes, " + bytesPerSecond + " bytes/s",
                "verify: a process of such a group writes with O_DIRECT, and the time it takes",
                "heal: take the limit away, let the processes go, remove the groups",
                "timer: none in the kernel; a detached process heals");
    }

    /** The devices, by the names of nodes. */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        Map<String, String> devices = new LinkedHashMap<>();
        for (Node node : scene.nodes()) {
            Path data = local().data(node);
            devices.put(
                    node.name(), ControlGroup.disk(data).orElseThrow(() -> new IOException(data + " lies on no disk")));
        }
        return devices;
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        for (Node node : scene.nodes()) {
            ControlGroup group = group(node);
            group.make(device(node), bytesPerSecond);
            group.take(local().pids(node));
        }
    }

    @Override
    public Effect effect() throws IOException, InterruptedException {
        boolean present = false;
        List<String> found = new ArrayList<>();
        for (Node node : scene.nodes()) {
            if (group(node).exists()) {
                Duration took = written(node);
                present |= took.compareTo(Duration.ofSeconds(PROBE_SECONDS).dividedBy(2)) > 0;
                found.add(node.name() + " writes " + PROBE_SECONDS * bytesPerSecond + " bytes in " + took.toMillis()
                        + " ms");
            }
        }
        return new Effect(present, found.isEmpty() ? "no group of " + scene.name() : String.join(", ", found));
    }

    private Duration written(Node node) throws IOException, InterruptedException {
        long block = Math.max(LEAST_BLOCK, bytesPerSecond / 10 / LEAST_BLOCK * LEAST_BLOCK);
        long count = Math.max(1, PROBE_SECONDS * bytesPerSecond / block);
        Path probe = local().data(node).resolve(scene.name() + ".probe");
        String procs = group(node).folder().resolve("cgroup.procs").toString();
        long beganNs = System.nanoTime();
        try {
            Finished finished = new Program(
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
        for (Node node : scene.nodes()) {
            group(node).disband(device(node));
        }
    }

    private ControlGroup group(Node node) throws IOException {
        return new ControlGroup(
                ControlGroup.usable().orElseThrow(() -> new IOException("no control group throttles disks here")),
                scene.name() + "_" + node.name());
    }

    private String device(Node node) throws IOException {
        String device = scene.facts().getOrDefault(node.name(), "");
        if (device.isEmpty()) {
            throw new IOException("it is not known which device " + node.name() + " writes to");
        }
        return device;
    }

    private Local local() {
        return (Local) scene.cluster();
    }
}
