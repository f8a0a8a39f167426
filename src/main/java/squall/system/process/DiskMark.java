package squall.system.process;

import java.util.List;
import squall.spi.Cluster.PowerCuts.MarkFiles;

/**
 * Mark of a power cut: two files on a disk, of which one is synced. A disk that lost its power has the synced one alone.
 *
 * <p>The commands are for a shell in which {@code $mount} is where the disk is mounted, and {@code $1} the name of the mark.
 */
public final class DiskMark {
    private static final int BYTES = 8192;

    /** Command that writes the synced file first: its sync would write the other's name to the journal as well. */
    public static final String WRITE = """
            dd if=/dev/zero of="$mount/$1.synced" bs=%1$d count=1 conv=fsync 2>/dev/null && sync "$mount" &&
              dd if=/dev/zero of="$mount/$1.unsynced" bs=%1$d count=1 2>/dev/null
            """.formatted(BYTES);

    /** Command whose output {@link #found} reads. */
    public static final String FIND =
            "for each in synced unsynced; do stat -c %s \"$mount/$1.$each\" 2>/dev/null || echo 0; done\n";

    public static final String REMOVE = "rm -f \"$mount/$1.synced\" \"$mount/$1.unsynced\"\n";

    private DiskMark() {}

    /** Returns which of the files are whole. @param output of {@link #FIND} */
    public static MarkFiles found(String output) {
        List<Boolean> whole =
                output.lines().map(Integer.toString(BYTES)::equals).toList();
        return new MarkFiles(whole.getFirst(), whole.getLast());
    }
}
