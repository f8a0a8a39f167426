package squall.system.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import squall.system.FileErrors;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.ControlGroupHierarchy.Controller;
import squall.system.process.ControlGroupHierarchy.Membership;

/**
 * Group of processes whose processors, memory or disk the kernel limits.
 *
 * @param name of the folder below the top of the hierarchy; used only by Squall
 */
public record ControlGroup(ControlGroupHierarchy hierarchy, String name) {
    /** Prefix of the names of groups of database nodes. */
    public static final String NODE = "squall-node-";

    /** Period of containers everywhere, in microseconds: a group that has used up its share waits for the next. */
    private static final long PERIOD_US = 100_000;

    /** Shares of a whole processor, which is what a process outside of all groups has, and their bounds. */
    private static final long SHARES = 1_024;

    private static final long SHARES_MIN = 2;
    private static final long SHARES_MAX = 262_144;

    /** Weights of version 2 are from 1 to this. */
    private static final long WEIGHT_MAX = 10_000;

    private static final Duration EMPTY_LIMIT = Duration.ofSeconds(15);
    private static final String MEMORY_AND_SWAP = "memory.memsw.limit_in_bytes";
    private static final long UNLIMITED_BYTES = 1L << 60; // version 1 writes a huge number of whole pages

    private static final String ENTER = """
            while [ "$1" != -- ]; do echo $$ >"$1" || exit 1; shift; done
            shift
            exec "$@"
            """;

    public Path folder() {
        return hierarchy.top().resolve(name);
    }

    /** Returns the file that takes the numbers of processes which join. */
    public Path procs() {
        return procs(folder());
    }

    private static Path procs(Path folder) {
        return folder.resolve("cgroup.procs");
    }

    public boolean exists() {
        return Files.isDirectory(folder());
    }

    /** Creates the group if it does not exist. */
    public void make() throws IOException {
        hierarchy.handDown();
        Files.createDirectories(folder());
    }

    /** Sets how much its processes read, and write, of a disk. @param device {@code MAJOR:MINOR} of a whole one; @param bytesPerSecond empty for as many as it can */
    public void limitDisk(String device, Optional<Long> bytesPerSecond) throws IOException {
        if (hierarchy.unified()) {
            String most = bytesPerSecond.map(String::valueOf).orElse("max");
            write("io.max", device + " rbps=" + most + " wbps=" + most);
        } else {
            String line = device + " " + bytesPerSecond.orElse(0L);
            write("blkio.throttle.read_bps_device", line);
            write("blkio.throttle.write_bps_device", line);
        }
    }

    /**
     * Sets how much of the processors its processes use together, and the same as their weight, as Kubernetes does: where the machine is busy, a client
     * outside gets its processor before a group of less than one.
     *
     * @param processors 0.3 is 30 ms of each 100 ms
     */
    public void limitProcessors(double processors) throws IOException {
        long quotaUs = Math.round(processors * PERIOD_US);
        long shares = Math.clamp(Math.round(processors * SHARES), SHARES_MIN, SHARES_MAX);
        if (hierarchy.unified()) {
            write("cpu.max", quotaUs + " " + PERIOD_US);
            write(
                    "cpu.weight",
                    Long.toString(1 + (shares - SHARES_MIN) * (WEIGHT_MAX - 1) / (SHARES_MAX - SHARES_MIN)));
        } else {
            write("cpu.shares", Long.toString(shares));
            write("cpu.cfs_period_us", Long.toString(PERIOD_US));
            write("cpu.cfs_quota_us", Long.toString(quotaUs));
        }
    }

    /** Sets how much memory its processes use together, their share of the page cache included; none of it is swapped. */
    public void limitMemory(long bytes) throws IOException {
        String most = Long.toString(bytes);
        if (hierarchy.unified()) {
            write("memory.max", most);
            if (Files.exists(folder().resolve("memory.swap.max"))) { // not in kernels without swap
                write("memory.swap.max", "0");
            }
            return;
        }
        boolean swaps = Files.exists(folder().resolve(MEMORY_AND_SWAP));
        if (swaps && Long.parseLong(read(MEMORY_AND_SWAP)) < bytes) { // never less than the memory alone
            write(MEMORY_AND_SWAP, most);
        }
        write("memory.limit_in_bytes", most);
        if (swaps) {
            write(MEMORY_AND_SWAP, most);
        }
    }

    /** Reads back from the kernel what {@link #limitProcessors} has set; empty if there is no limit. */
    public OptionalDouble processors() throws IOException {
        if (hierarchy.unified()) {
            String[] fields = read("cpu.max").split(" ", 2);
            return fields[0].equals("max")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]));
        }
        long quotaUs = Long.parseLong(read("cpu.cfs_quota_us"));
        return quotaUs < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(quotaUs / Double.parseDouble(read("cpu.cfs_period_us")));
    }

    /** Reads back from the kernel what {@link #limitMemory} has set; empty if there is no limit. */
    public OptionalLong memoryBytes() throws IOException {
        String most = read(hierarchy.unified() ? "memory.max" : "memory.limit_in_bytes");
        return most.equals("max") || Long.parseLong(most) >= UNLIMITED_BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(most));
    }

    /** Counts how many of its processes the kernel has killed because the group had reached its limit of memory. */
    public long memoryKills() throws IOException {
        return read(hierarchy.unified() ? "memory.events" : "memory.oom_control")
                .lines()
                .map(line -> line.split(" ", 2))
                .filter(fields -> fields[0].equals("oom_kill"))
                .mapToLong(fields -> Long.parseLong(fields[1]))
                .sum();
    }

    private String read(String file) throws IOException {
        return Files.readString(folder().resolve(file)).strip();
    }

    private void write(String file, String value) throws IOException {
        try {
            Files.writeString(folder().resolve(file), value);
        } catch (IOException e) {
            throw new IOException(
                    "the kernel did not accept '" + value + "' in " + folder().resolve(file) + ": "
                            + FileErrors.reason(e)
                            + "; a group around it may have less: choose less, or raise that group's limit",
                    e);
        }
    }

    /** Returns the processes in it. */
    public List<Long> pids() throws IOException {
        return Files.readAllLines(procs()).stream().map(Long::valueOf).toList();
    }

    /** Moves processes into it; those that end in the meantime are ignored. */
    public void take(List<Long> pids) throws IOException {
        move(pids, folder());
    }

    private static void move(List<Long> pids, Path to) throws IOException {
        for (long pid : pids) {
            try {
                Files.writeString(procs(to), Long.toString(pid));
            } catch (IOException e) {
                if (ProcessHandle.of(pid).isPresent()) {
                    throw e;
                }
            }
        }
    }

    /** Returns the command as it must be started to run in groups, with all its children, from its first instruction on. @param procs files of the groups, as {@link #procs} */
    public static List<String> entering(List<Path> procs, List<String> command) {
        if (procs.isEmpty()) {
            return command;
        }
        return Stream.of(
                        Stream.of("/bin/sh", "-c", ENTER, "squall"),
                        procs.stream().map(Path::toString),
                        Stream.of("--"),
                        command.stream())
                .flatMap(words -> words)
                .toList();
    }

    /** Finds which group of a hierarchy a process is in, as a path below its root; empty if the process is gone. */
    public static Optional<String> of(ControlGroupHierarchy hierarchy, long pid) throws IOException {
        return memberships(pid).stream()
                .filter(hierarchy::is)
                .map(Membership::group)
                .findFirst();
    }

    private static List<Membership> memberships(long pid) throws IOException {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup")).stream()
                    .map(Membership::of)
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of(); // it has ended
        }
    }

    /** Finds the groups by which a database node has a size; none for a node without one. @param pid of one of its processes */
    public static List<ControlGroup> ofNode(long pid) throws IOException {
        List<ControlGroup> groups = new ArrayList<>();
        if (memberships(pid).stream()
                .noneMatch(membership -> nodeName(membership.group()).isPresent())) {
            return groups;
        }
        for (Controller controller : List.of(Controller.CPU, Controller.MEMORY)) {
            ofNode(ControlGroupHierarchy.here(controller), pid).ifPresent(groups::add);
        }
        return groups;
    }

    /** Finds the group of a hierarchy by which a database node has a size; empty for a node without one. */
    public static Optional<ControlGroup> ofNode(ControlGroupHierarchy hierarchy, long pid) throws IOException {
        return of(hierarchy, pid).flatMap(ControlGroup::nodeName).map(name -> new ControlGroup(hierarchy, name));
    }

    private static Optional<String> nodeName(String group) {
        return Optional.of(group.substring(group.lastIndexOf('/') + 1)).filter(name -> name.startsWith(NODE));
    }

    /**
     * Moves its processes back to their former groups and removes it; does nothing if it does not exist.
     *
     * @param before the group of a process, as {@link #of} returned it
     */
    public void remove(LongFunction<String> before) throws IOException {
        if (!exists()) {
            return;
        }
        for (long pid : pids()) {
            move(List.of(pid), standing(before.apply(pid)));
        }
        Files.deleteIfExists(folder());
    }

    /** Returns the folder of a group, or of the nearest one around it where it was removed meanwhile. */
    private Path standing(String group) throws IOException {
        Path root = hierarchy.root();
        Path folder = root.resolve(group.replaceFirst("^/+", "")).normalize();
        if (!folder.startsWith(root)) {
            throw new IOException("the control group " + group + " is outside " + root);
        }
        for (Path around = folder; around != null && around.startsWith(root); around = around.getParent()) {
            if (Files.isDirectory(around)) {
                return around;
            }
        }
        return root;
    }

    /** Removes the group as soon as its processes have ended; does nothing if it does not exist. @throws IOException if one runs on */
    public void remove() throws IOException, InterruptedException {
        if (PollDeadline.in(EMPTY_LIMIT).await(this::removed)) {
            return;
        }
        try {
            Files.deleteIfExists(folder());
        } catch (IOException e) {
            throw new IOException(
                    "the control group " + folder() + " cannot be removed: " + FileErrors.reason(e) + "; processes "
                            + pids() + " are in it: end them, then remove the folder",
                    e);
        }
    }

    /** Removes the group if no process is in it; answers whether it is gone. */
    public boolean removed() {
        try {
            Files.deleteIfExists(folder());
            return true;
        } catch (IOException e) {
            return false; // the kernel has no other way to say that a process is in it, or is just ending
        }
    }

    /** Finds the groups of a hierarchy whose names begin like this. */
    public static List<ControlGroup> named(ControlGroupHierarchy hierarchy, String beginning) throws IOException {
        return FileTrees.entries(hierarchy.top()).stream()
                .map(folder -> folder.getFileName().toString())
                .filter(name -> name.startsWith(beginning))
                .map(name -> new ControlGroup(hierarchy, name))
                .toList();
    }

    /**
     * Returns the disk that a folder lies on, {@code MAJOR:MINOR}: the kernel throttles no single partition. Empty if it is on none.
     */
    public static Optional<String> disk(Path folder) throws IOException {
        int number = ((Number) Files.getAttribute(folder, "unix:dev")).intValue();
        int major = (number >> 8) & 0xfff;
        int minor = (number & 0xff) | ((number >> 12) & 0xfff00);
        String device = major + ":" + minor;
        Path node = Path.of("/sys/dev/block", device);
        if (!Files.exists(node)) {
            return Optional.empty();
        }
        Path real = node.toRealPath();
        try {
            return Optional.of(
                    Files.exists(real.resolve("partition"))
                            ? Files.readString(real.resolveSibling("dev")).strip()
                            : device);
        } catch (NoSuchFileException e) {
            return Optional.empty(); // unplugged
        }
    }
}
