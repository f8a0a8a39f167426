package squall.clusters;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.process.DetachedAlarm;
import squall.system.process.ExternalProgram.Finished;

/**
 * Command of the shell whose time is taken where it runs, so that the way there does not count.
 *
 * @param script for bash, with {@code $1} and so on
 * @param atMost after which it is ended
 */
public record TimedCommand(String script, List<String> arguments, Duration atMost) {
    private static final int OVERDUE = 124; // timeout(1)

    /** Beginning of the script that is timed. Bash writes seconds with the decimal point of its locale, which a host's may have as a comma. */
    private static final String TIMED = "LC_ALL=C; TIMEFORMAT=%R; { time ";

    public TimedCommand {
        arguments = List.copyOf(arguments);
    }

    /** Returns the command to run; needs bash and timeout. */
    public List<String> command() {
        Stream<String> shell = Stream.of(
                "timeout", DetachedAlarm.seconds(atMost), "bash", "-c", TIMED + script + "; } 2>&1", "squall");
        return Stream.concat(shell, arguments.stream()).toList();
    }

    /**
     * Returns the time it took; empty if it was ended, or failed with 1, as bash does where a connection is refused.
     *
     * @throws IOException if it could not be run, or printed no time
     */
    public static Optional<Duration> took(Finished finished) throws IOException {
        if (finished.exitCode() == OVERDUE || finished.exitCode() == 1) {
            return Optional.empty();
        }
        String last = finished.orThrow().output().lines().reduce("", (before, line) -> line);
        if (!last.matches("\\d{1,4}\\.\\d{1,6}")) {
            throw new IOException("'" + finished.line() + "' must print seconds, not '" + finished.text() + "'");
        }
        return Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(last) * 1e9)));
    }
}
