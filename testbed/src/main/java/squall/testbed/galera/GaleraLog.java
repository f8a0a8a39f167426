package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.LogRules;
import squall.testbed.host.LogRules.Activity;
import squall.testbed.host.LogRules.Rule;
import squall.testbed.host.ServerLog;

/**
 * Log of one node since its last start, whose times are whole seconds: an event counts as in the middle of its second. Every node decides by
 * its own view of the group, and one that was synced serves again when its view is primary.
 */
record GaleraLog(String node, Path file) {
    /** Error of a time that stands for a second. */
    static final Duration RESOLUTION = Duration.ofMillis(500);

    private static final String PRIMARY_VIEW = "WSREP: New COMPONENT: primary = yes";
    private static final String STATE = "^WSREP: (?:Shifting|Restored state) \\S+ -> ";

    /** Rules for a node that is active while it is synced, until it begins to shut down cleanly: the others go on without it. */
    private static final LogRules RULES = new LogRules(
            Pattern.compile("^[-\\d]+ [ \\d]\\d:\\d\\d:\\d\\d \\d+ \\[(?:Note|Warning|ERROR)] (.*)"),
            new Activity(
                    false, Pattern.compile(STATE + "SYNCED \\("), Pattern.compile(STATE + "\\S+ \\(|Normal shutdown$")),
            List.of(
                    Rule.ifActive(
                            LogChange.NOTICED,
                            "^WSREP: (?:evs::proto\\(.*(?:suspecting node|declaring inactive|detected inactive node)"
                                    + "|declaring node with index)"),
                    Rule.ifActive(LogChange.NODE_LOST, "^WSREP: New COMPONENT: primary = no"),
                    Rule.ifActive(LogChange.SERVING, "^" + PRIMARY_VIEW),
                    Rule.always(LogChange.SERVING, "^WSREP: Synchronized with group, ready for connections"),
                    Rule.always(LogChange.STARTING, "^Starting MariaDB|^InnoDB: \\S+ started; log sequence"),
                    Rule.always(LogChange.REPLAYING, "^InnoDB: Starting crash recovery"),
                    Rule.always(
                            LogChange.NOTE,
                            "^WSREP: (?:Shifting |Restored state |view\\(|forgetting "
                                    + "|New COMPONENT|Server status change|Member \\S+ \\(\\S+\\) (?:requested|synced)"
                                    + "|.*State transfer .* complete"
                                    + "|Receiving IST|IST received|SST (?:complete|succeeded|received)|.*turning message relay requesting on"
                                    + "|.*connection to peer .* timed out)|: ready for connections|Normal shutdown|Shutdown complete")));

    /** Lists the events of all nodes from one moment to another, in the order of their times. */
    static List<LogEvent> between(List<GaleraLog> logs, Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        for (GaleraLog log : logs) {
            for (LogEvent event :
                    RULES.events(log.node(), new ServerLog(List.of(log.file()), ZoneId.systemDefault()))) {
                Instant at = event.at().truncatedTo(ChronoUnit.SECONDS).plus(RESOLUTION);
                events.add(new LogEvent(at, event.change(), event.source(), event.text()));
            }
        }
        events.sort(Comparator.comparing(LogEvent::at));
        return LogRules.between(joined(events), from, to);
    }

    /**
     * Makes notes of the starts of nodes that join a serving group. A killed node writes no line, and a start overwrites its log; so the group
     * serves if the last line about that, of any node, says so. A node that is without a quorum because the others formed a view without it,
     * as after a freeze, takes none from them: they move on to a view with it.
     */
    private static List<LogEvent> joined(List<LogEvent> events) {
        List<LogEvent> joined = new ArrayList<>();
        Map<String, Instant> views = new HashMap<>();
        boolean served = false;
        for (LogEvent event : events) {
            if (event.text().startsWith(PRIMARY_VIEW)) {
                views.put(event.source(), event.at());
            }
            LogChange change = event.change();
            if (change == LogChange.NODE_LOST && excluded(views, event.source())) {
                change = LogChange.NOTICED;
            } else if (served && (change == LogChange.STARTING || change == LogChange.REPLAYING)) {
                change = LogChange.NOTE;
            }
            switch (change) {
                case SERVING -> served = true;
                case NOTICED, NODE_LOST -> served = false;
                case STARTING, REPLAYING, REPLAYED, REPLICATING, NOTE -> {}
            }
            joined.add(new LogEvent(event.at(), change, event.source(), event.text()));
        }
        return joined;
    }

    /** Returns whether others have a later primary view than a node, whose own line about the same view may have the next second. */
    private static boolean excluded(Map<String, Instant> views, String node) {
        Instant own = views.getOrDefault(node, Instant.EPOCH).plusSeconds(1);
        return views.values().stream().anyMatch(view -> view.isAfter(own));
    }
}
