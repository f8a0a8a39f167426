package squall.clusters.ssh;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Node;
import squall.system.PollDeadline;
import squall.system.process.DetachedAlarm;
import squall.system.process.ExternalProgram.Finished;

/** Set of a node's processes on its host, Linux: those that its command names and all that descend from them. */
record RemoteProcesses(SshClient ssh, Node node, List<String> namedBy) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * Shell functions: {@code tree N...} prints these and their descendants; {@code born N} prints the start time, by which a reused number
     * is recognized.
     */
    private static final String WORDS = """
            tree() { ps -eo pid=,ppid= | awk -v roots="$*" '
              BEGIN { n = split(roots, r, " "); for (i = 1; i <= n; i++) all[r[i]] = 1 }
              { parent[$1] = $2 }
              END { do { more = 0
                      for (p in parent) if (!(p in all) && (parent[p] in all)) { all[p] = 1; more = 1 }
                    } while (more)
                    for (p in all) if (p in parent) print p }'; }
            born() { sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; }
            own="${TMPDIR:-/tmp}/squall-$(id -u)"
            mkdir -m 700 -p "$own" && [ -O "$own" ] || exit 3
            disarm() { [ -f "$own/$1" ] || return 0
              read -r t b <"$own/$1"; rm -f "$own/$1"
              [ "$(born "$t" 2>/dev/null)" != "$b" ] || kill -KILL "-$t" 2>/dev/null || kill -KILL "$t"; }
            """;

    private static final String STATES = WORDS + """
            shift
            all=$(tree "$@" | paste -sd, -)
            [ -z "$all" ] || ps -o state= -p "$all"
            """;

    /**
     * Script that kills processes and waits for each. Children outlive their parent by a moment, and a process keeps its number until its
     * parent has waited for it: a new server takes either for the old one's and does not start. The wait is short if all that is left of a
     * process is its number.
     */
    private static final String KILL = WORDS + """
            shift
            all=$(tree "$@")
            [ -n "$all" ] || exit 0
            kill -STOP $all
            all=$(tree "$@") was=
            for p in $all; do was="$was $p=$(born "$p")"; done
            kill -KILL $all
            tries=0
            for w in $was; do
              while [ "$(born "${w%%=*}" 2>/dev/null)" = "${w#*=}" ] && [ $tries -lt 500 ]; do
                case $(sed 's/.*) //' "/proc/${w%%=*}/stat" 2>/dev/null) in Z*) [ $tries -lt 60 ] || break ;; esac
                tries=$((tries + 1)); sleep 0.05
              done
            done
            """;

    /**
     * Script that pauses processes, again if one was forked or has ended meanwhile; its timer has a session of its own, so that it ends
     * neither with us nor with its login.
     */
    private static final String PAUSE = WORDS + """
            name=$1 s=$2; shift 2
            hold() { all=$(tree "$@" | sort -n) was=
              for p in $all; do was="$was $p=$(born "$p" 2>/dev/null)"; done
              setsid sh -c 'sleep "$1"; shift
                for w; do p=${w%%=*}
                  [ "$(sed "s/.*) //" "/proc/$p/stat" | cut -d" " -f20)" != "${w#*=}" ] || kill -CONT "$p"
                done' squall-timer "$s" $was </dev/null >/dev/null 2>&1 &
              echo "$! $(born $!)" >"$own/$name.new"
              disarm "$name"; mv "$own/$name.new" "$own/$name"
              kill -STOP $all 2>/dev/null || kill -STOP $(tree "$@"); }
            hold "$@" && { [ "$(tree "$@" | sort -n)" = "$all" ] || hold "$@"; }
            """;

    private static final String RESUME = WORDS + """
            name=$1; shift
            all=$(tree "$@")
            [ -z "$all" ] || kill -CONT $all
            disarm "$name"
            """;

    /** Returns the processes that the node's own command names; none if it does not run. */
    List<String> roots() throws IOException, InterruptedException {
        Finished told = ssh.run(node, namedBy, LIMIT);
        if (told.exitCode() == 1) { // so pgrep says that it found none
            return List.of();
        }
        List<String> roots = told.orThrow()
                .output()
                .lines()
                .flatMap(line -> Stream.of(line.strip().split("\\s+")))
                .toList();
        for (String root : roots) {
            if (!root.matches("\\d{0,9}")) {
                throw new IOException(
                        node.name() + ": the command 'pids' must print numbers of processes, not '" + root + "'");
            }
        }
        return roots.stream()
                .filter(root -> !root.isEmpty() && !root.equals("0"))
                .toList();
    }

    /** Returns the states, one letter each, as ps has them; none if there is no process. */
    List<String> states() throws IOException, InterruptedException {
        List<String> roots = roots();
        if (roots.isEmpty()) {
            return List.of();
        }
        Finished told = script(STATES, roots);
        if (told.exitCode() == 1) { // so ps says that all have ended meanwhile
            return List.of();
        }
        return told.orThrow().output().lines().map(String::strip).toList();
    }

    /** Kills all; when this returns all are gone. */
    void kill() throws IOException, InterruptedException {
        List<String> roots = roots();
        if (!roots.isEmpty()) {
            script(KILL, roots).orThrow();
            awaitGone("SIGKILL");
        }
    }

    /** @throws IOException if they do not end. @param after what they should have ended */
    void awaitGone(String after) throws IOException, InterruptedException {
        if (!PollDeadline.in(LIMIT).await(() -> states().stream().allMatch(state -> state.startsWith("Z")))) {
            throw new IOException(node.name() + " (" + node.host() + ") has processes " + roots() + " "
                    + LIMIT.toSeconds() + " s after " + after);
        }
    }

    /** Pauses all; when this returns all are stopped, and a timer on the host is armed. */
    void pause(Duration atMost) throws IOException, InterruptedException {
        List<String> roots = roots();
        if (states().isEmpty()) { // numbers may be those of processes that have ended
            throw new IOException(node.name() + " (" + node.host() + ") has no process that could hold still");
        }
        List<String> arguments = new ArrayList<>(List.of(DetachedAlarm.seconds(atMost)));
        arguments.addAll(roots);
        script(PAUSE, arguments).orThrow();
        if (!PollDeadline.in(LIMIT).await(() -> still(states()))) {
            throw new IOException(
                    node.name() + " (" + node.host() + ") has processes in the states " + states() + " after SIGSTOP");
        }
    }

    void resume() throws IOException, InterruptedException {
        List<String> roots = roots();
        if (!roots.isEmpty()) { // it does nothing to one that is not stopped
            script(RESUME, roots).orThrow();
        }
    }

    /** Returns whether there are some and all are stopped. One that has ended is not, until its parent goes on and waits for it. */
    static boolean still(List<String> states) {
        List<String> living =
                states.stream().filter(state -> !state.startsWith("Z")).toList();
        return !living.isEmpty() && living.stream().allMatch(state -> state.startsWith("T"));
    }

    private Finished script(String script, List<String> arguments) throws IOException, InterruptedException {
        String name = node.name()
                .chars()
                .mapToObj(sign -> Character.isLetterOrDigit(sign) ? Character.toString(sign) : "_" + sign)
                .collect(Collectors.joining());
        Stream<String> shell = Stream.of("sh", "-c", script, "squall", "timer-" + name);
        return ssh.run(node, Stream.concat(shell, arguments.stream()).toList(), LIMIT);
    }
}
