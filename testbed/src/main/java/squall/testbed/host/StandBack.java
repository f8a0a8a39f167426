package squall.testbed.host;

import java.util.List;
import java.util.stream.Stream;

/**
 * Servers of which a machine has more than processors, and that let whoever measures them go first: a client that waits for a processor
 * measures itself.
 *
 * <p>Linux weighs sessions against each other before it weighs their processes (autogroups, {@code sched(7)}), so that {@code nice} alone
 * says nothing to a server that has a session of its own; the session's own figure does. Where there are no autogroups, {@code nice} does.
 */
public final class StandBack {
    /** A third of the weight of those who say nothing: enough to be served later, too little to be starved by them. */
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

    private StandBack() {}

    /** The command as it must be started, in a session of its own, to stand back. */
    public static List<String> command(List<String> command) {
        return Stream.concat(Stream.of("/bin/sh", "-c", SCRIPT, "squall"), command.stream())
                .toList();
    }
}
