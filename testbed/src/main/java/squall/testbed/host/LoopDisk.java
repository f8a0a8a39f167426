package squall.testbed.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import squall.spi.Cluster.PowerCuts.MarkFiles;
import squall.spi.Cluster.PowerCuts.StoppedDisks;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.DiskMark;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.FileSystemStop;
import squall.system.process.SearchPath;

/**
 * File system of one node's own: an image file in the node's folder, mounted next to it through a loop device, that can be stopped as a power
 * cut stops it.
 *
 * <p>The image stands for the disk: the cache that a power cut loses is that of the mounted file system, not that of the image on this machine.
 * The cache of a disk that acknowledges a flush before it is safe is not modelled. A mount ends with the machine, so it is made again before a
 * node starts; its loop device is freed with the mount.
 *
 * @param folder of the node
 */
public record LoopDisk(Path folder) {
    private static final String IMAGE = "disk.img";
    private static final String MOUNT = "disk";
    private static final String REMEDY = "; omit the option " + DiskShape.OPTION + ", or see 'bin/doctor'";
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4; // field of a line of mountinfo, proc(5)
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration BUSY_LIMIT = Duration.ofSeconds(20);

    /** Finds the disk of a node, mounted or not; empty if the node has none. */
    public static Optional<LoopDisk> of(Path folder) {
        return Files.exists(folder.resolve(IMAGE)) ? Optional.of(new LoopDisk(folder)) : Optional.empty();
    }

    /** Returns the folder in which the node keeps what belongs on its disk: the disk, or the node's folder if it has none. */
    public static Path root(Path folder) {
        return of(folder).map(LoopDisk::mount).orElse(folder);
    }

    /** Files in the folder of a node that belong to its disk. */
    public static List<Path> files(Path folder) {
        return List.of(folder.resolve(IMAGE), folder.resolve(MOUNT));
    }

    /** Returns the reason why there can be no such disk here, with the remedy; empty if there can. */
    public static Optional<String> refusal(DiskShape shape) throws IOException {
        if (!StateFolder.root()) {
            return Optional.of("only root may mount the disks of nodes" + REMEDY);
        }
        if (!Files.isWritable(Path.of("/dev/loop-control"))) { // in a container, or a namespace of users
            return Optional.of("this root user may make no loop devices (/dev/loop-control)" + REMEDY);
        }
        for (String program : List.of("mkfs." + shape.fileSystem(), "mount", "umount", "perl")) {
            if (SearchPath.here().find(program).isEmpty()) {
                return Optional.of("the disks of nodes need the program " + program
                        + " (apt-get install util-linux e2fsprogs xfsprogs perl-base)" + REMEDY);
            }
        }
        return Optional.empty();
    }

    /** Returns the reason why nodes of these options can have no such disks here, with the remedy; empty if they can, or ask for none. */
    public static Optional<String> refusal(Options options) throws IOException {
        Optional<DiskShape> asked = DiskShape.of(options);
        return asked.isPresent() ? refusal(asked.get()) : Optional.empty();
    }

    /** Checks that there can be such a disk here. @throws IOException with the remedy, if there cannot */
    public static void require(DiskShape shape) throws IOException {
        Optional<String> refusal = refusal(shape);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
    }

    /** Makes and mounts the disk of a node. @throws IOException with the remedy, if it cannot be done here */
    public static LoopDisk make(Path folder, DiskShape shape) throws IOException, InterruptedException {
        require(shape);
        var disk = new LoopDisk(folder);
        FileTrees.make(disk.mount(), "rwxr-xr-x"); // entered by the server's user, whose data is in it
        FileTrees.write(disk.image(), "", "rw-------"); // to read it is to read all data
        try (var image = new RandomAccessFile(disk.image().toFile(), "rw")) {
            image.setLength(shape.bytes());
        }
        String force = shape.fileSystem().equals("xfs") ? "-f" : "-F";
        program("mkfs." + shape.fileSystem(), "-q", force, disk.image().toString())
                .run()
                .orThrow();
        disk.attach();
        return disk;
    }

    public Path image() {
        return folder.resolve(IMAGE);
    }

    public Path mount() {
        return folder.resolve(MOUNT);
    }

    /** Returns the size of the disk. */
    public long bytes() throws IOException {
        return Files.size(image());
    }

    public boolean mounted() throws IOException {
        return mountPoints().contains(mount().toAbsolutePath());
    }

    /** Mounts the disk, if it is not; the file system recovers by its journal where it was stopped. */
    public void attach() throws IOException, InterruptedException {
        if (!mounted()) {
            program("mount", "-o", "loop", image().toString(), mount().toString())
                    .run()
                    .orThrow();
        }
    }

    /** Unmounts the disk, if it is mounted, which frees its loop device. @throws IOException if a process keeps using it */
    public void detach() throws IOException, InterruptedException {
        var last = new AtomicReference<String>("");
        boolean gone = PollDeadline.in(BUSY_LIMIT).await(() -> {
            if (mounted()) {
                Finished unmounting = program("umount", mount().toString()).run();
                last.set(unmounting.text());
            }
            return !mounted();
        });
        if (!gone) {
            throw new IOException(mount() + " could not be unmounted within " + BUSY_LIMIT.toSeconds() + " s: "
                    + last.get() + "; end the processes that use it ('fuser -vm " + mount() + "')");
        }
    }

    /** Unmounts all disks of nodes in this folder and below, which need not exist. */
    public static void detachAll(Path folder) throws IOException, InterruptedException {
        for (Path point : mountPoints()) {
            Path node = Objects.requireNonNullElse(point.getParent(), point);
            if (point.startsWith(folder.toAbsolutePath()) && point.endsWith(MOUNT) && of(node).isPresent()) {
                new LoopDisk(node).detach();
            }
        }
    }

    /** Writes everything to the disk: what is made before a database serves must not depend on its settings. */
    public void sync() throws IOException, InterruptedException {
        program("sync", "-f", mount().toString()).run().orThrow();
    }

    /**
     * Stops these disks, one immediately after the other, after writing the files of the mark to each. Those that are stopped stay so.
     *
     * @param users process ids of those that use the disks; they and their descendants get SIGSTOP just before
     * @param unsaved time in which they must have written nothing, as {@link squall.spi.Cluster.PowerCuts#stopDisks} has it
     * @return with the time from the first signal to the last disk; zero if all disks were stopped already
     */
    public static StoppedDisks stop(List<LoopDisk> disks, String mark, List<Long> users, Duration unsaved)
            throws IOException, InterruptedException {
        List<LoopDisk> working = new ArrayList<>();
        for (LoopDisk disk : disks) {
            disk.attach(); // of a node that is down the disk may be away
            if (!disk.stopped()) {
                disk.marking(DiskMark.WRITE, mark);
                working.add(disk);
            }
        }
        if (working.isEmpty()) {
            return new StoppedDisks(Duration.ZERO, false);
        }
        List<String> command = new ArrayList<>(List.of("perl", "-e", FileSystemStop.PERL));
        command.addAll(FileSystemStop.arguments(
                unsaved,
                users.stream().map(pid -> Long.toString(pid)).toList(),
                working.stream().map(disk -> disk.mount().toString()).toList()));
        return FileSystemStop.stopped(
                program(command.toArray(String[]::new)).run().orThrow().output());
    }

    /** Returns whether the file system is mounted, and fails every access. */
    public boolean stopped() throws IOException {
        if (!mounted()) {
            return false;
        }
        try {
            Files.setLastModifiedTime(
                    mount(), Files.getLastModifiedTime(mount())); // needs no space, so it fails on no full disk
            return false;
        } catch (FileSystemException e) {
            return true;
        }
    }

    /** Returns which files of the mark are whole on the disk. */
    public MarkFiles found(String mark) throws IOException, InterruptedException {
        return DiskMark.found(marking(DiskMark.FIND, mark).output());
    }

    /** Removes the files of the mark. */
    public void clear(String mark) throws IOException, InterruptedException {
        marking(DiskMark.REMOVE, mark);
    }

    private Finished marking(String command, String mark) throws IOException, InterruptedException {
        return program("sh", "-c", "mount=$1; shift\n" + command, "squall", mount().toString(), mark)
                .run()
                .orThrow();
    }

    /** Returns the mount points, the innermost first. */
    private static List<Path> mountPoints() throws IOException {
        if (!Files.exists(MOUNTS)) {
            return List.of(); // not Linux, where nothing can have been mounted by this class
        }
        return Files.readAllLines(MOUNTS).stream()
                .map(line -> Path.of(unescaped(line.split(" ", -1)[MOUNT_POINT])))
                .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                .toList();
    }

    /** Decodes a field: the kernel writes a space as \040. */
    private static String unescaped(String field) {
        return field.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    }

    private static ExternalProgram program(String... command) {
        return new ExternalProgram(List.of(command), Path.of("/"), LIMIT);
    }
}
