package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.LogRules;
import squall.testbed.host.LogRules.Activity;
import squall.testbed.host.LogRules.Rule;
import squall.testbed.host.ServerLog;

/**
 * Reader of the events in a PostgreSQL server's log, whose times are in UTC with milliseconds. What a server does as a standby changes
 * nothing for clients: its lines are notes, until it accepts writes; but commits may wait until it receives from its primary.
 *
 * @param node whose log it is
 * @param logs of the server, the oldest first
 */
public record PostgresLogEvents(String node, List<Path> logs) {
    private static final String STARTING = "^starting PostgreSQL|^all server processes terminated; reinitializing";
    private static final String SERVING = "^database system is ready to accept connections";

    /** Message that a server in standby mode prints before it replays. */
    private static final String STANDBY = "entering standby mode";

    private static final LogRules RULES = new LogRules(
            Pattern.compile("\\] (?:LOG|FATAL|PANIC): +(.*)"),
            new Activity(true, Pattern.compile(STARTING + "|" + SERVING), Pattern.compile("^" + STANDBY)),
            List.of(
                    Rule.always(LogChange.STARTING, STARTING),
                    Rule.ifActive(LogChange.REPLAYING, "^database system was not properly shut down|^redo starts at"),
                    Rule.ifActive(LogChange.REPLAYED, "^redo done at|^redo is not required"),
                    Rule.always(LogChange.SERVING, SERVING),
                    Rule.always(LogChange.REPLICATING, "^started streaming WAL from primary"),
                    Rule.always(
                            LogChange.NOTE,
                            "^(?:database system |checkpoint |selected new timeline|redo in progress|server process |received |"
                                    + STANDBY + ")")));

    public PostgresLogEvents {
        logs = List.copyOf(logs);
    }

    /** Lists the events from one moment to another. */
    public List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = RULES.events(node, new ServerLog(logs, ZoneOffset.UTC));
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).text().startsWith(STANDBY)) {
                sinceStart(events.subList(0, i));
            }
        }
        return LogRules.between(events, from, to);
    }

    /** Makes notes of the events since the last start, which was that of a standby. */
    private static void sinceStart(List<LogEvent> events) {
        for (int i = events.size() - 1; i >= 0; i--) {
            LogEvent event = events.get(i);
            events.set(i, new LogEvent(event.at(), LogChange.NOTE, event.source(), event.text()));
            if (event.change() == LogChange.STARTING) {
                return;
            }
        }
    }
}
