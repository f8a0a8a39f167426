package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.ServerLog;
import squall.testbed.host.ServerLog.TimedLine;

/**
 * Log of one node over all its starts. Nothing in Cassandra replaces a node: the others notice by gossip that it is down, and from then on
 * refuse the requests that need it. What a node that accepts no clients yet hears of the others changes nothing for clients.
 *
 * @param files of the node, the oldest first
 */
record CassandraLog(String node, List<Path> files) {
    private static final Pattern LINE = Pattern.compile("^[A-Z]+ +\\[.*?] [-\\d]+ [:\\d]+,\\d{3} \\S+ - (.*)");

    private static final Pattern DOWN = Pattern.compile("^InetAddress \\S+ is now DOWN");
    private static final Pattern UP = Pattern.compile("^InetAddress \\S+ is now UP");
    private static final Pattern NOTE = Pattern.compile("^(?:No commitlog files found|Startup complete"
            + "|Node \\S+ (?:state jump to|has restarted|is now part)|Stop listening for CQL|Announcing shutdown"
            + "|(?:Still n|N)ot marking nodes down|Finished hinted handoff|.* GC in \\d+ms)");

    /** Message with which a start begins, before the commit log is replayed. */
    private static final String STARTING = "Configuration location:";

    private static final String SERVING = "Starting listening for CQL clients";

    CassandraLog {
        files = List.copyOf(files);
    }

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        boolean serving = true; // a log that begins with no start was cut off when it was long
        for (TimedLine line : new ServerLog(files, ZoneId.systemDefault()).lines()) {
            Matcher found = LINE.matcher(line.text());
            if (!found.find()) {
                continue;
            }
            String text = found.group(1);
            if (text.startsWith(STARTING)) {
                serving = false;
            } else if (text.startsWith(SERVING)) {
                serving = true;
            }
            Optional<LogChange> change = change(text, serving);
            if (change.isPresent() && !line.at().isBefore(from) && !line.at().isAfter(to)) {
                events.add(new LogEvent(line.at(), change.get(), node, text));
            }
        }
        return List.copyOf(events);
    }

    /** Returns what a message says; empty for one that explains no outage. The start goes on after the replay, with the joining of the ring. */
    private static Optional<LogChange> change(String text, boolean serving) {
        if (text.startsWith(STARTING) || text.startsWith("Log replay complete")) {
            return Optional.of(LogChange.STARTING);
        }
        if (text.startsWith("Replaying ")) {
            return Optional.of(LogChange.REPLAYING);
        }
        if (text.startsWith(SERVING)) {
            return Optional.of(LogChange.SERVING);
        }
        if (DOWN.matcher(text).find()) {
            return Optional.of(serving ? LogChange.NODE_LOST : LogChange.NOTE);
        }
        if (UP.matcher(text).find()) {
            return Optional.of(serving ? LogChange.SERVING : LogChange.NOTE);
        }
        return NOTE.matcher(text).find() ? Optional.of(LogChange.NOTE) : Optional.empty();
    }
}
