package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.LogRules;
import squall.testbed.host.LogRules.Activity;
import squall.testbed.host.LogRules.Rule;
import squall.testbed.host.ServerLog;
import squall.testbed.postgres.PostgresLogEvents;

/** Log of one node's Patroni since its last start, in which its server writes too. */
record PatroniLog(String node, Path file) {
    /**
     * Rules for a node that is active while it has the leader's lock, as the line before each decision says. Patroni 3 writes the first lines
     * when a leader is missing, and in no other case: a standby asks the others before it takes the lock, or leaves it to them; a frozen one
     * is waited for. The last of them ends the race. A leader that cannot know whether another one is chosen, because too few members of etcd
     * are left, gives up its role; one whose server crashed starts it in place, at first as if it were a standby.
     */
    private static final LogRules RULES = new LogRules(
            Pattern.compile("^[-\\d]+ [:\\d]+,\\d{3} (?:INFO|WARNING|ERROR): (.*)"),
            new Activity(
                    false,
                    Pattern.compile("^Lock owner: (\\S+); I am \\1(?:\\s|$)"),
                    Pattern.compile("^Lock owner: \\S+; I am \\S+")),
            List.of(
                    Rule.always(
                            LogChange.NOTICED,
                            "^(?:Got response from |Request failed to |following a different leader because "
                                    + "|promoted self to leader by )"),
                    Rule.always(LogChange.NODE_LOST, "^demoting self because DCS is not accessible"),
                    Rule.always(LogChange.STARTING, "^starting as readonly because i had the session lock"),
                    Rule.ifActive(LogChange.REPLAYING, "^doing crash recovery in a single user mode"),
                    Rule.always(
                            LogChange.NOTE,
                            "^(?:Demoting self|Leader key released|not healthy enough|starting as|doing crash recovery"
                                    + "|promoted self to leader because |DCS is not accessible)")));

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>(new PostgresLogEvents(node, List.of(file)).between(from, to));
        ServerLog log = new ServerLog(List.of(file), ZoneId.systemDefault());
        events.addAll(LogRules.between(RULES.events("patroni of " + node, log), from, to));
        return List.copyOf(events);
    }
}
