package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * A group of processes whose disk the kernel throttles: one of version 1's blkio, or of version 2's io.
 *
 * @param name of the folder below the root of the hierarchy; used only by Squall
 */
record ControlGroup(Hierarchy hierarchy, String name) {
    private static final String ROOT = "/sys/fs/cgroup";

    /** The file and the format of a limit in the kernel. */
    enum Hierarchy {
        /** A file for each direction; 0 takes the limit away. */
        BLKIO(ROOT + "/blkio") {
            @Override
            boolean is(String[] line) {
                return List.of(line[1].split(",", -1)).contains("blkio");
            }

            @Override
            boolean there() {
                return Files.isWritable(root().resolve("cgroup.procs"))
                        && Files.exists(root().resolve("blkio.throttle.write_bps_device"));
            }

            @Override
            void limit(Path folder, String device, Optional<Long> bytesPerSecond) throws IOException {
                String line = device + " " + bytesPerSecond.orElse(0L);
                Files.writeString(folder.resolve("blkio.throttle.read_bps_device"), line);
                Files.writeString(folder.resolve("blkio.throttle.write_bps_device"), line);
            }
        },
        /** One file for both; children of the root have it only when the root hands it down. */
        IO(ROOT) {
            @Override
            boolean is(String[] line) {
                return line[0].equals("0");
            }

            @Override
            boolean there() throws IOException {
                Path handedDown = root().resolve("cgroup.subtree_control");
                return Files.isWritable(handedDown)
                        && List.of(Files.readString(handedDown).strip().split(" ", -1))
                                .contains("io");
            }

            @Override
            void limit(Path folder, String device, Optional<Long> bytesPerSecond) throws IOException {
                String most = bytesPerSecond.map(String::valueOf).orElse("max");
                Files.writeString(folder.resolve("io.max"), device + " rbps=" + most + " wbps=" + most);
            }
        };

        private final String root;

        Hierarchy(String root) {
            this.root = root;
        }

        Path root() {
            return Path.of(root);
        }

        /** Whether it is this hierarchy's line of a process's cgroup file: number, controllers, path. */
        abstract boolean is(String[] line);

        /** Whether this process may make groups in it that throttle. */
        abstract boolean there() throws IOException;

        /** @param device {@code MAJOR:MINOR} of a whole disk; @param bytesPerSecond empty for as many as it can */
        abstract void limit(Path folder, String device, Optional<Long> bytesPerSecond) throws IOException;
    }

    /** The first hierarchy that works here. */
    static Optional<Hierarchy> usable() throws IOException {
        for (Hierarchy hierarchy : Hierarchy.values()) {
            if (hierarchy.there()) {
                return Optional.of(hierarchy);
            }
        }
        return Optional.empty();
    }

    boolean exists() {
        return Files.isDirectory(folder());
    }

    void make(String device, long bytesPerSecond) throws IOException {
        Files.createDirectories(folder());
        hierarchy.limit(folder(), device, Optional.of(bytesPerSecond));
    }

    /** Processes that end in the meantime are ignored. */
    void take(List<Long> pids) throws IOException {
        move(pids, folder());
    }

    /** Which group of this hierarchy a process is in, as a path below its root; empty if the process is gone. */
    static Optional<String> of(Hierarchy hierarchy, long pid) throws IOException {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup")).stream()
                    .map(line -> line.split(":", 3))
                    .filter(hierarchy::is)
                    .map(line -> line[2])
                    .findFirst();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Moves its processes back to their former groups and removes it; does nothing if it does not exist.
     *
     * @param before the group of a process, as {@link #of} returned it
     */
    void disband(String device, LongFunction<String> before) throws IOException {
        if (!exists()) {
            return;
        }
        hierarchy.limit(folder(), device, Optional.empty()); // first, because a throttled process can hardly be moved
        for (String line : Files.readAllLines(procs(folder()))) {
            long pid = Long.parseLong(line);
            move(List.of(pid), standing(before.apply(pid)));
        }
        Files.deleteIfExists(folder());
    }

    /** The folder of a group, or of the nearest one around it where it was removed meanwhile. */
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

    private static Path procs(Path folder) {
        return folder.resolve("cgroup.procs");
    }

    Path folder() {
        return hierarchy.root().resolve(name);
    }

    /**
     * The disk that a folder lies on, {@code MAJOR:MINOR}: the kernel throttles no single partition. Empty if it is on none.
     */
    static Optional<String> disk(Path folder) throws IOException {
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
