package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
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
 * Events of a PostgreSQL server's log, whose times are in UTC with milliseconds. What a server does as a standby changes nothing for clients:
 * its lines are notes, until it accepts writes; but commits may wait until it receives from its primary.
 *
 * @param node whose log it is
 * @param logs of the server, the oldest first
 */
public record PostgresLogEvents(String node, List<Path> logs) {
    private static final Pattern MESSAGE = Pattern.compile("\\] (?:LOG|FATAL|PANIC): +(.*)");

    /** Message that a server in standby mode prints before it replays. */
    private static final String STANDBY = "entering standby mode";

    /** Message by which a promoted standby says that it stops being one. */
    private static final String PROMOTED = "received promote request";

    public PostgresLogEvents {
        logs = List.copyOf(logs);
    }

    /** Lists the events from one moment to another. */
    public List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        boolean standby = false;
        for (TimedLine line : new ServerLog(logs, ZoneOffset.UTC).lines()) {
            Matcher message = MESSAGE.matcher(line.text());
            if (!message.find()) {
                continue;
            }
            String text = message.group(1);
            Optional<LogChange> change = change(text);
            if (change.equals(Optional.of(LogChange.STARTING)) || change.equals(Optional.of(LogChange.SERVING))) {
                standby = false;
            } else if (text.startsWith(STANDBY)) {
                standby = true;
                sinceStart(events);
            }
            boolean changing = !standby || change.equals(Optional.of(LogChange.REPLICATING));
            change.map(known -> new LogEvent(line.at(), changing ? known : LogChange.NOTE, node, text))
                    .ifPresent(events::add);
        }
        return events.stream()
                .filter(event -> !event.at().isBefore(from) && !event.at().isAfter(to))
                .toList();
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

    /** Returns what a message says; empty for one that explains no outage. */
    private static Optional<LogChange> change(String text) {
        if (text.startsWith("starting PostgreSQL")
                || text.startsWith("all server processes terminated; reinitializing")) {
            return Optional.of(LogChange.STARTING);
        }
        if (text.startsWith("database system was not properly shut down") || text.startsWith("redo starts at")) {
            return Optional.of(LogChange.REPLAYING);
        }
        if (text.startsWith("redo done at") || text.startsWith("redo is not required")) {
            return Optional.of(LogChange.REPLAYED);
        }
        if (text.startsWith("database system is ready to accept connections")) {
            return Optional.of(LogChange.SERVING);
        }
        if (text.startsWith("started streaming WAL from primary")) {
            return Optional.of(LogChange.REPLICATING);
        }
        boolean note = text.startsWith("database system ")
                || text.startsWith("checkpoint ")
                || text.startsWith("selected new timeline")
                || text.startsWith("redo in progress")
                || text.startsWith(STANDBY)
                || text.startsWith(PROMOTED)
                || text.startsWith("server process ")
                || text.startsWith("received ");
        return note ? Optional.of(LogChange.NOTE) : Optional.empty();
    }
}
