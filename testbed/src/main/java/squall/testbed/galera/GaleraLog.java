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
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.ServerLog;
import squall.testbed.host.ServerLog.TimedLine;

/**
 * Log of one node since its last start, whose times are whole seconds: an event counts as in the middle of its second. Every node decides by
 * its own view of the group, and one that was synced serves again when its view is primary.
 */
record GaleraLog(String node, Path file) {
    /** Error of a time that stands for a second. */
    static final Duration RESOLUTION = Duration.ofMillis(500);

    private static final Pattern LINE =
            Pattern.compile("^[-\\d]+ [ \\d]\\d:\\d\\d:\\d\\d \\d+ \\[(?:Note|Warning|ERROR)] (.*)");
    private static final Pattern STATE = Pattern.compile("^WSREP: (?:Shifting|Restored state) \\S+ -> (\\S+) \\(");
    private static final String SYNCED = "SYNCED";
    private static final String PRIMARY_VIEW = "WSREP: New COMPONENT: primary = yes";

    /** End of the line with which a node begins to shut down cleanly. */
    private static final String ENDING = "Normal shutdown";

    private static final Pattern STARTING = Pattern.compile("^Starting MariaDB|^InnoDB: \\S+ started; log sequence");
    private static final Pattern NOTICED = Pattern.compile(
            "^WSREP: (?:evs::proto\\(.*(?:suspecting node|declaring inactive|detected inactive node)|declaring node with index)");
    private static final Pattern NOTE = Pattern.compile("^WSREP: (?:Shifting |Restored state |view\\(|forgetting "
            + "|New COMPONENT|Server status change|Member \\S+ \\(\\S+\\) (?:requested|synced)|.*State transfer .* complete"
            + "|Receiving IST|IST received|SST (?:complete|succeeded|received)|.*turning message relay requesting on"
            + "|.*connection to peer .* timed out)|: ready for connections|Normal shutdown|Shutdown complete");

    /** Lists the events of all nodes from one moment to another, in the order of their times. */
    static List<LogEvent> between(List<GaleraLog> logs, Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        for (GaleraLog log : logs) {
            events.addAll(log.events());
        }
        events.sort(Comparator.comparing(LogEvent::at));
        return joined(events).stream()
                .filter(event -> !event.at().isBefore(from) && !event.at().isAfter(to))
                .toList();
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

    private List<LogEvent> events() throws IOException {
        List<LogEvent> events = new ArrayList<>();
        boolean synced = false;
        for (TimedLine line : new ServerLog(List.of(file), ZoneId.systemDefault()).lines()) {
            Matcher found = LINE.matcher(line.text());
            if (!found.find()) {
                continue;
            }
            String text = found.group(1);
            Matcher state = STATE.matcher(text);
            if (state.find()) {
                synced = state.group(1).equals(SYNCED);
            } else if (text.endsWith(ENDING)) {
                synced = false; // the others go on without it
            }
            Instant at = line.at().truncatedTo(ChronoUnit.SECONDS).plus(RESOLUTION);
            change(text, synced).ifPresent(change -> events.add(new LogEvent(at, change, node, text)));
        }
        return events;
    }

    /** Returns what a message says; empty for one that explains no outage. */
    private static Optional<LogChange> change(String text, boolean synced) {
        if (NOTICED.matcher(text).find()) {
            return Optional.of(synced ? LogChange.NOTICED : LogChange.NOTE);
        }
        if (synced && text.startsWith("WSREP: New COMPONENT: primary = no")) {
            return Optional.of(LogChange.NODE_LOST);
        }
        boolean primary = synced && text.startsWith(PRIMARY_VIEW);
        if (primary || text.startsWith("WSREP: Synchronized with group, ready for connections")) {
            return Optional.of(LogChange.SERVING);
        }
        if (STARTING.matcher(text).find()) {
            return Optional.of(LogChange.STARTING);
        }
        if (text.startsWith("InnoDB: Starting crash recovery")) {
            return Optional.of(LogChange.REPLAYING);
        }
        return NOTE.matcher(text).find() ? Optional.of(LogChange.NOTE) : Optional.empty();
    }
}
