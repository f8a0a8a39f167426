package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

/** Log of the supervisor's observations and actions: each line begins with its time. @param lines in order */
record SupervisorLog(List<String> lines) {
    private static final Pattern LINE = Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z) (.*)");

    /** Reads the log of the supervisor that runs, or ran last; empty if there is none yet. */
    static SupervisorLog of(Path file) throws IOException {
        return new SupervisorLog(Files.exists(file) ? Files.readAllLines(file) : List.of());
    }

    /** Lists the events from one moment to another. */
    List<LogEvent> between(Instant from, Instant to) {
        return lines.stream()
                .flatMap(line -> event(line).stream())
                .filter(event -> !event.at().isBefore(from) && !event.at().isAfter(to))
                .toList();
    }

    private static Optional<LogEvent> event(String line) {
        Matcher found = LINE.matcher(line);
        return found.matches()
                ? Optional.of(new LogEvent(
                        Instant.parse(found.group(1)), change(found.group(2)), "supervisor", found.group(2)))
                : Optional.empty();
    }

    /** Returns what a line says; it was printed by {@link FailoverSupervisor} or {@link Failover}. */
    private static LogChange change(String text) {
        if (text.contains(FailoverSupervisor.FAILED)) {
            return LogChange.NOTICED;
        }
        if (text.startsWith(Failover.PROMOTED)) {
            return LogChange.SERVING;
        }
        return text.contains(Failover.FOLLOWS) ? LogChange.REPLICATING : LogChange.NOTE;
    }
}
