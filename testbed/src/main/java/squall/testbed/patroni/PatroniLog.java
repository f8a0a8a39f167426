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
     * Lines that Patroni 3 writes when a leader is missing, and in no other case: a standby asks the others before it takes the lock, or
     * leaves it to them; a frozen one is waited for. The last line ends the race.
     */
    private static final List<String> RACE =
            List.of(
                    "Got response from ",
                    "Request failed to ",
                    "following a different leader because ",
                    "promoted self to leader by ");

    private static final List<String> NOTES = List.of(
            "Demoting self",
            "Leader key released",
            "not healthy enough",
            "starting as",
            "doing crash recovery",
            "promoted self to leader because ",
            "DCS is not accessible");

    /** Line before each decision. */
    private static final Pattern OWNER = Pattern.compile("^Lock owner: (\\S+); I am (\\S+)");

    /** Line of a leader whose server crashed and is started again in place, at first as if it were a standby. */
    private static final String IN_PLACE = "starting as readonly because i had the session lock";

    private static final String RECOVERY = "doing crash recovery in a single user mode";

    /** Line of a leader that cannot know whether another one is chosen, because too few members of etcd are left. */
    private static final String NO_MAJORITY = "demoting self because DCS is not accessible";

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>(new PostgresLogEvents(node, List.of(file)).between(from, to));
        boolean leads = false;
        for (TimedLine line : new ServerLog(List.of(file), ZoneId.systemDefault()).lines()) {
            Matcher found = LINE.matcher(line.text());
            if (!found.find()) {
                continue;
            }
            String text = found.group(1);
            Matcher owner = OWNER.matcher(text);
            if (owner.find()) {
                leads = owner.group(1).equals(owner.group(2));
            }
            Optional<LogChange> change = change(text, leads);
            if (change.isPresent() && !line.at().isBefore(from) && !line.at().isAfter(to)) {
                events.add(new LogEvent(line.at(), change.get(), "patroni of " + node, text));
            }
        }
        return List.copyOf(events);
    }

    /** Returns what a line says; empty for one that explains no outage. @param leads whether the node has the leader's lock */
    private static Optional<LogChange> change(String text, boolean leads) {
        if (begins(RACE, text)) {
            return Optional.of(LogChange.NOTICED);
        }
        if (text.startsWith(NO_MAJORITY)) {
            return Optional.of(LogChange.NODE_LOST);
        }
        if (text.startsWith(IN_PLACE)) {
            return Optional.of(LogChange.STARTING);
        }
        if (leads && text.startsWith(RECOVERY)) {
            return Optional.of(LogChange.REPLAYING);
        }
        return begins(NOTES, text) ? Optional.of(LogChange.NOTE) : Optional.empty();
    }

    private static boolean begins(List<String> beginnings, String text) {
        return beginnings.stream().anyMatch(text::startsWith);
    }
}
