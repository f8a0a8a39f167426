package squall.clusters.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts.MarkFiles;
import squall.system.process.DiskMark;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.FileSystemStop;

/**
 * Disk of a node on its host, Linux, that the inventory permits to be stopped as a power cut stops it. The host keeps running, and with it
 * whatever the disk itself has in its cache.
 */
record RemoteDisk(SshClient ssh, Node node, DiskPlace place) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /**
     * Shell functions of a disk, which its arguments are: device, mount point, options of its mount. {@code stopped} exits with 0 if every
     * access fails, 1 if none does or nothing is mounted, 3 if that cannot be told.
     */
    private static final String WORDS = """
            LC_ALL=C; export LC_ALL
            device=$1 mount=$2 options=$3; shift 3
            mounted() { [ -n "$(findmnt -rn -o SOURCE -M "$mount")" ]; }
            right() { mounted || { echo "nothing is mounted at $mount" >&2; exit 3; }
              is=$(findmnt -rn -o SOURCE -M "$mount" | tail -n 1)
              [ "$(readlink -f "$is")" = "$(readlink -f "$device")" ] ||
                { echo "at $mount is $is, not $device: it is left alone" >&2; exit 3; }; }
            stopped() { mounted || return 1
              why=$(touch -c "$mount" 2>&1) && return 1 # its times, which a full disk takes too
              case $why in *"Input/output error"*) return 0 ;; esac
              echo "$why" >&2; return 3; }
            attach() { mounted || mount -o "$options" "$device" "$mount" || exit 3; }
            """;

    private static final String CHECK = WORDS + """
            for program in findmnt mount umount perl; do
              command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 3; }
            done
            [ "$(id -u)" = 0 ] || { echo "it needs root: log in as root, or sudo: true" >&2; exit 3; }
            right
            case $(findmnt -rn -o FSTYPE -M "$mount" | tail -n 1) in ext4 | xfs) ;; *)
              echo "the file system at $mount is neither ext4 nor xfs" >&2; exit 3 ;; esac
            """;

    private static final String MARK = WORDS + "attach; right; stopped && exit 0\n" + DiskMark.WRITE;

    private static final String STOP =
            WORDS + "right; stopped || perl -e '" + FileSystemStop.PERL + "' \"$@\" \"$mount\"\n";

    private static final String STOPPED = WORDS + "stopped\n";

    private static final String RESTORE = WORDS + """
            if stopped; then
              right
              tries=0
              until said=$(umount "$mount" 2>&1); do
                tries=$((tries + 1))
                [ $tries -lt 100 ] || { echo "$said; end the processes that use it: fuser -vm $mount" >&2; exit 3; }
                sleep 0.2
              done
            fi
            attach; right
            ! stopped || { echo "$mount still fails after it was mounted again: another mount namespace holds it" >&2; exit 3; }
            """;

    /**
     * Place of the disk, as the inventory states it.
     *
     * @param device that is mounted there, and no other
     * @param options with which it is mounted again
     */
    record DiskPlace(String device, String mount, String options) {
        DiskPlace {
            if (!device.startsWith("/dev/")) {
                throw new IllegalArgumentException("the device of a disk must be a path in /dev, not '" + device + "'");
            }
            if (!mount.matches("/.*[^/]")) {
                throw new IllegalArgumentException(
                        "the mount of a disk must be the path of a file system of its own, not '" + mount + "'");
            }
        }
    }

    /** @throws IOException with the reason, if something else is mounted there, or the host lacks what a power cut needs */
    void require() throws IOException, InterruptedException {
        run(CHECK).orThrow();
    }

    /** Writes the two files of the mark, of which one is synced, to a disk in service. */
    void mark(String mark) throws IOException, InterruptedException {
        run(MARK, mark).orThrow();
    }

    /**
     * Stops the disk without writing anything back. One that is stopped stays so.
     *
     * @param users process ids of those that use it; they and their descendants get SIGSTOP just before
     */
    void stop(List<String> users) throws IOException, InterruptedException {
        run(STOP, users.toArray(String[]::new)).orThrow();
    }

    boolean stopped() throws IOException, InterruptedException {
        Finished told = run(STOPPED);
        return told.exitCode() != 1 && told.orThrow().exitCode() == 0;
    }

    /** Unmounts a stopped disk and mounts it, by which its file system recovers. @throws IOException if a process keeps using it */
    void restore() throws IOException, InterruptedException {
        run(RESTORE).orThrow();
    }

    /** Returns which files of the mark are whole on the disk. */
    MarkFiles found(String mark) throws IOException, InterruptedException {
        return DiskMark.found(run(WORDS + DiskMark.FIND, mark).orThrow().output());
    }

    /** Removes the files of the mark. */
    void clear(String mark) throws IOException, InterruptedException {
        run(WORDS + DiskMark.REMOVE, mark).orThrow();
    }

    private Finished run(String script, String... arguments) throws IOException, InterruptedException {
        Stream<String> shell = Stream.of("sh", "-c", script, "squall", place.device(), place.mount(), place.options());
        return ssh.run(node, Stream.concat(shell, Stream.of(arguments)).toList(), LIMIT);
    }
}
