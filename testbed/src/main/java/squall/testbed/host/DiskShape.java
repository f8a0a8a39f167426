package squall.testbed.host;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.Options;

/**
 * The size and file system of a node's own disk, written {@code own,size=4G,fs=ext4}.
 *
 * @param bytes size of the file system; its image is sparse, so the machine's disk holds only what is written
 */
public record DiskShape(long bytes, String fileSystem) {
    /** The option of a cluster that is to be made. */
    public static final String OPTION = "disks";

    /** Smallest disk of a node that keeps up to 512 MB of its log for other nodes. */
    public static final long LEAST_BYTES_WITH_LOG_FOR_OTHERS = 1L << 30;

    private static final String OWN = "own";
    private static final List<String> FILE_SYSTEMS = List.of("ext4", "xfs");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([MG])");
    private static final long LEAST_BYTES = 256L << 20; // a database and its log do not fit into less
    private static final long LEAST_XFS_BYTES = 300L << 20; // mkfs.xfs makes none that is smaller
    private static final long MOST_BYTES = 1L << 40;
    private static final String USUAL = "4G"; // the log of PostgreSQL alone may grow to one
    private static final String WANTED = "own[,size=4G][,fs=ext4|xfs]";

    /** Reads the option; empty if it is not given. @throws IllegalArgumentException if it has no such value */
    public static Optional<DiskShape> of(Options options) {
        String text = options.text(OPTION, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(parse(text));
    }

    /** Reads the text; in a list of options, in which a comma ends a value, semicolons separate the parts. */
    static DiskShape parse(String text) {
        String size = USUAL;
        String fileSystem = FILE_SYSTEMS.getFirst();
        List<String> parts = List.of(text.split("[,;]", -1));
        if (!parts.getFirst().equals(OWN)) {
            throw wrong(text);
        }
        for (String part : parts.subList(1, parts.size())) {
            if (part.startsWith("size=")) {
                size = part.substring("size=".length());
            } else if (part.startsWith("fs=") && FILE_SYSTEMS.contains(part.substring("fs=".length()))) {
                fileSystem = part.substring("fs=".length());
            } else {
                throw wrong(text);
            }
        }
        return new DiskShape(bytes(size, fileSystem, text), fileSystem);
    }

    private static long bytes(String size, String fileSystem, String text) {
        Matcher form = SIZE.matcher(size);
        if (!form.matches()) {
            throw wrong(text);
        }
        long bytes = Long.parseLong(form.group(1)) << (form.group(2).equals("G") ? 30 : 20);
        long least = fileSystem.equals("xfs") ? LEAST_XFS_BYTES : LEAST_BYTES;
        if (bytes < least || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("option '" + OPTION + "': size must be in [" + (least >> 20)
                    + "M, 1024G] with fs=" + fileSystem + ", not '" + size + "'");
        }
        return bytes;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("option '" + OPTION + "' must be " + WANTED + ", not '" + text + "'");
    }

    /** Refuses a disk that a node of a cluster would fill. @throws IllegalArgumentException if it is smaller */
    public void require(long least, String kind) {
        if (bytes < least) {
            throw new IllegalArgumentException("option '" + OPTION + "': size must be at least " + (least >> 20)
                    + "M for " + kind + ", whose nodes keep log for each other, not '" + (bytes >> 20) + "M'");
        }
    }

    /** Returns the text that {@link #of} reads. */
    public String text() {
        return OWN + ",size=" + (bytes >> 20) + "M,fs=" + fileSystem;
    }
}
