package squall.testbed.cassandra.rule;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rule that delays syncs, as a slow disk does: a wait before each sync of the commit log and of data files. For a stalled disk the wait
 * does not end before the rule does.
 *
 * @param part which of the calls that sync; {@link #all} returns all of them
 * @param untilMs uptime of the node's JVM at which the fault ends by itself
 */
public record DiskRule(Part part, Duration each, long untilMs) {
    /** Part of Cassandra's syncs. */
    public enum Part {
        /** Segments of the commit log that are mapped into memory. */
        MAPPED("force(java.nio.MappedByteBuffer)"),
        /** Segments that are compressed or encrypted, and data files. */
        CHANNEL("force(java.nio.channels.FileChannel,boolean)"),
        /** Files of which only the descriptor is known. */
        DESCRIPTOR("sync(java.io.FileDescriptor)");

        private final String method;

        Part(String method) {
            this.method = method;
        }
    }

    private static final String WORD = "disk";
    private static final int WORDS = 4;

    /** Returns the rules that delay every sync. */
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

    /** Parses the name of a rule; empty if it is one of another kind. */
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
