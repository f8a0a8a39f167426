package squall.testbed.host;

import java.util.List;
import java.util.stream.Stream;

/**
 * Lower priority of servers than the client's when several of them share its machine: a client that waits for a processor measures itself.
 *
 * <p>Linux weighs sessions against each other before it weighs their processes (autogroups, {@code sched(7)}), so {@code nice} alone has no
 * effect on a server with its own session; the nice value of the session has. Without autogroups, {@code nice} works.
 */
public final class ServerPriority {
    /** Nice value with a third of the default weight: low enough to be served later, high enough not to starve. */
    public static final int NICE = 5;

    /**
     * Script that sets the nice value. Ordinary users may do so ten times a second on the whole machine, so it tries for a while, and then
     * continues without.
     */
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

    /** Returns the command line that starts a command in its own session at lower priority. */
    public static List<String> command(List<String> command) {
        return Stream.concat(Stream.of("/bin/sh", "-c", SCRIPT, "squall"), command.stream())
                .toList();
    }
}
