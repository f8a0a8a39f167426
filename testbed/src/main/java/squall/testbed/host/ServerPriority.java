package squall.testbed.host;

import java.util.List;
import java.util.stream.Stream;

/**
 * Runs servers at lower priority than the client when a machine has more servers than processors: a client that waits for a processor
 * measures itself.
 *
 * <p>Linux weighs sessions against each other before it weighs their processes (autogroups, {@code sched(7)}), so {@code nice} alone has no
 * effect on a server with its own session; the nice value of the session has. Without autogroups, {@code nice} works.
 */
public final class ServerPriority {
    /** A third of the default weight: low enough to be served later, high enough not to starve. */
    public static final int NICE = 5;

    /** An ordinary user may say so ten times a second on the whole machine, so it is tried for a while, and then goes without. */
    private static final String SCRIPT = """
            tries=0
            while [ -w /proc/self/autogroup ] && [ $tries -lt 30 ]; do
              if echo %1$d >/proc/self/autogroup; then break; fi
              tries=$((tries + 1))
              sleep 0.1
            done 2>/dev/null
            exec nice -n %1$d "$@"
            """.formatted(NICE);

    private ServerPriority() {}

    /** The command line that starts it in its own session at lower priority. */
    public static List<String> command(List<String> command) {
        return Stream.concat(Stream.of("/bin/sh", "-c", SCRIPT, "squall"), command.stream())
                .toList();
    }
}
