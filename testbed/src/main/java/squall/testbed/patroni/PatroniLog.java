package squall.testbed.patroni;

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
import squall.testbed.postgres.PostgresLogEvents;

/** Log of one node's Patroni since its last start, in which its server writes too. */
record PatroniLog(String node, Path file) {
    private static final Pattern LINE = Pattern.compile("^[-\\d]+ [:\\d]+,\\d{3} (?:INFO|WARNING|ERROR): (.*)");

    /**
     * Lines that Patroni 3 writes when a leader is missing: a standby asks the others before it takes the lock, in no other case. The last
     * one ends the race.
     */
    private static final List<String> RACE =
            List.of("Got response from ", "Request failed to ", "promoted self to leader");

    private static final List<String> NOTES = List.of(
            "Demoting self", "Leader key released", "not healthy enough", "starting as", "doing crash recovery");

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>(new PostgresLogEvents(node, List.of(file)).between(from, to));
        for (TimedLine line : new ServerLog(List.of(file), ZoneId.systemDefault()).lines()) {
            if (!line.at().isBefore(from) && !line.at().isAfter(to)) {
                event(line).ifPresent(events::add);
            }
        }
        return List.copyOf(events);
    }

    private Optional<LogEvent> event(TimedLine line) {
        Matcher found = LINE.matcher(line.text());
        return found.find()
                ? change(found.group(1))
                        .map(change -> new LogEvent(line.at(), change, "patroni of " + node, found.group(1)))
                : Optional.empty();
    }

    private static Optional<LogChange> change(String text) {
        if (begins(RACE, text)) {
            return Optional.of(LogChange.NOTICED);
        }
        return begins(NOTES, text) ? Optional.of(LogChange.NOTE) : Optional.empty();
    }

    private static boolean begins(List<String> beginnings, String text) {
        return beginnings.stream().anyMatch(text::startsWith);
    }
}
