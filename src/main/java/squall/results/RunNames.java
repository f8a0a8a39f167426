package squall.results;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** What run directories are called: when, what, on what, and six digits. */
final class RunNames {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunNames() {}

    /** The last six digits tell apart two runs of the same second: they are made of process, moment and command. */
    static String name(Instant now, String workload, String database, List<String> command) {
        String what = ProcessHandle.current().pid() + " " + now + " " + command;
        byte[] hash = RunArtifacts.sha256().digest(what.getBytes(StandardCharsets.UTF_8));
        return STAMP.format(now) + "-" + plain(workload) + "-" + plain(database) + "-"
                + HexFormat.of().formatHex(hash, 0, 3);
    }

    private static String plain(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return plain.isEmpty() ? "run" : plain;
    }
}
