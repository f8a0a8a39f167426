package squall.testbed.host;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;
import squall.testbed.host.ServerLog.TimedLine;

/**
 * Table of rules by which lines of a server's log become events.
 *
 * @param line lines with a message, which is the first group; others are passed over
 * @param rules of which the first that matches decides; a message that none matches explains no outage
 */
public record LogRules(Pattern line, Activity activity, List<Rule> rules) {
    public LogRules {
        rules = List.copyOf(rules);
    }

    /** Lists the events of a whole log, in a list that the caller may change. */
    public List<LogEvent> events(String source, ServerLog log) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        boolean active = activity.atFirst();
        for (TimedLine timed : log.lines()) {
            Matcher message = line.matcher(timed.text().strip());
            if (message.find()) {
                String text = message.group(1);
                active = activity.after(text, active);
                change(text, active)
                        .map(change -> new LogEvent(timed.at(), change, source, text))
                        .ifPresent(events::add);
            }
        }
        return events;
    }

    /** Lists those of some events that are from one moment to another. */
    public static List<LogEvent> between(List<LogEvent> events, Instant from, Instant to) {
        return events.stream()
                .filter(event -> !event.at().isBefore(from) && !event.at().isAfter(to))
                .toList();
    }

    private Optional<LogChange> change(String text, boolean active) {
        return rules.stream()
                .filter(rule -> rule.message().matcher(text).find())
                .findFirst()
                .map(rule -> active || rule.always() ? rule.change() : LogChange.NOTE);
    }

    /**
     * Period in which what a server says counts for clients.
     *
     * @param atFirst whether it does at the beginning of a log
     * @param begins messages from which on it does
     * @param ends messages from which on it does not, if they are not among those that begin it
     */
    public record Activity(boolean atFirst, Pattern begins, Pattern ends) {
        private boolean after(String text, boolean before) {
            return begins.matcher(text).find() || (before && !ends.matcher(text).find());
        }
    }

    /** Change that a message shows. @param always whether also of a server that is not active, whose message is a note otherwise */
    public record Rule(LogChange change, boolean always, Pattern message) {
        public static Rule always(LogChange change, String message) {
            return new Rule(change, true, Pattern.compile(message));
        }

        public static Rule ifActive(LogChange change, String message) {
            return new Rule(change, false, Pattern.compile(message));
        }
    }
}
