package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.LogRules;
import squall.testbed.host.LogRules.Activity;
import squall.testbed.host.LogRules.Rule;
import squall.testbed.host.ServerLog;

/**
 * Log of one node over all its starts. Nothing in Cassandra replaces a node: the others notice by gossip that it is down, and from then on
 * refuse the requests that need it. What a node that accepts no clients yet hears of the others changes nothing for clients.
 *
 * @param files of the node, the oldest first
 */
record CassandraLog(String node, List<Path> files) {
    /** Message with which a start begins, before the commit log is replayed. */
    private static final String STARTING = "^Configuration location:";

    private static final String SERVING = "^Starting listening for CQL clients";

    /** Rules for a node that is active while it serves. The start goes on after the replay; a log that begins with none was cut off. */
    private static final LogRules RULES = new LogRules(
            Pattern.compile("^[A-Z]+ +\\[.*?] [-\\d]+ [:\\d]+,\\d{3} \\S+ - (.*)"),
            new Activity(true, Pattern.compile(SERVING), Pattern.compile(STARTING)),
            List.of(
                    Rule.always(LogChange.STARTING, STARTING + "|^Log replay complete"),
                    Rule.always(LogChange.REPLAYING, "^Replaying "),
                    Rule.always(LogChange.SERVING, SERVING),
                    Rule.ifActive(LogChange.NODE_LOST, "^InetAddress \\S+ is now DOWN"),
                    Rule.ifActive(LogChange.SERVING, "^InetAddress \\S+ is now UP"),
                    Rule.always(
                            LogChange.NOTE,
                            "^(?:No commitlog files found|Startup complete"
                                    + "|Node \\S+ (?:state jump to|has restarted|is now part)|Stop listening for CQL|Announcing shutdown"
                                    + "|(?:Still n|N)ot marking nodes down|Finished hinted handoff|.* GC in \\d+ms)")));

    CassandraLog {
        files = List.copyOf(files);
    }

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) throws IOException {
        return LogRules.between(RULES.events(node, new ServerLog(files, ZoneId.systemDefault())), from, to);
    }
}
