package squall.testbed.cassandra.rule;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A disk that takes longer to say that something is safe on it: a wait before each sync of the commit log and of data files. A disk that
 * holds still is one whose wait does not end before the rule does.
 *
 * @param part which of the calls that sync; {@link #all} tells them together
 * @param untilMs how long the node's JVM has run when the disk is well again by itself
 */
public record DiskRule(Part part, Duration each, long untilMs) {
    /** The ways by which Cassandra syncs. */
    public enum Part {
        /** Segments of the commit log that are mapped into memory. */
        MAPPED("force(java.nio.MappedByteBuffer)"),
        /** Segments that are compressed or encrypted, and data files. */
        CHANNEL("force(java.nio.channels.FileChannel,boolean)"),
        /** Files of which only the number is known. */
        DESCRIPTOR("sync(java.io.FileDescriptor)");

        private final String method;

        Part(String method) {
            this.method = method;
        }
    }

    private static final String WORD = "disk";
    private static final int WORDS = 4;

    /** Rules that hold up everything that syncs. */
    public static Stream<DiskRule> all(Duration each, long untilMs) {
        return Stream.of(Part.values()).map(part -> new DiskRule(part, each, untilMs));
    }

    public BytemanRule rule() {
        String place = "CLASS org.apache.cassandra.utils.SyncUtil\nMETHOD " + part.method + "\n";
        String hold = BytemanRule.gate(
                "hold", BytemanRule.quoted(name()), BytemanRule.quoted(each.toMillis()), BytemanRule.quoted(untilMs));
        return BytemanRule.of(name(), place, "TRUE", hold, untilMs);
    }

    public String name() {
        return String.join(" ", WORD, part.name(), Long.toString(untilMs), Long.toString(each.toMillis()));
    }

    /** Empty if the name is one of another kind of rule. */
    public static Optional<DiskRule> read(String name) {
        String[] words = name.split(" ", WORDS);
        return words.length == WORDS && words[0].equals(WORD)
                ? Optional.of(new DiskRule(
                        Part.valueOf(words[1]),
                        Duration.ofMillis(Long.parseLong(words[WORDS - 1])),
                        Long.parseLong(words[2])))
                : Optional.empty();
    }
}
