package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.system.process.DetachedAlarm;
import squall.system.process.ProcessTree;

/**
 * Timer outside this JVM that resumes frozen processes, even if the process that froze them is dead.
 *
 * @param folder of the timer's two files
 */
public record UnfreezeTimer(Path folder) {
    /** Script of the timer. A reused process id is recognized by the start time of its process. Without /proc, ps provides it. */
    private static final String SCRIPT = """
            born() { if [ -r "/proc/$1/stat" ]; then sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; else ps -o lstart= -p "$1" | tr ' ' _; fi; }
            s=$1; shift; was=
            for p; do was="$was $p=$(born "$p")"; done
            sleep "$s"
            for w in $was; do p=${w%%=*}; [ "$(born "$p")" != "${w#*=}" ] || kill -CONT "$p"; done
            """;

    private static final String NAME = "dead-man";

    /** Arms the timer, replacing an armed one. */
    public void arm(List<Long> pids, Duration after) throws IOException, InterruptedException {
        Stream<String> numbers = pids.stream().map(String::valueOf);
        alarm().arm(
                        SCRIPT,
                        Stream.concat(Stream.of(DetachedAlarm.seconds(after)), numbers)
                                .toList());
    }

    /** Freezes every process of these trees, which the timer resumes after this time. */
    public void freeze(List<ProcessTree> trees, Duration atMost) throws IOException, InterruptedException {
        arm(pids(trees), atMost);
        for (ProcessTree tree : trees) {
            tree.freeze();
        }
        arm(pids(trees), atMost); // again, for children that were forked in between
    }

    /** Resumes every process of these trees, and disarms the timer. */
    public void thaw(List<ProcessTree> trees) throws IOException, InterruptedException {
        for (ProcessTree tree : trees) {
            tree.thaw();
        }
        disarm();
    }

    private static List<Long> pids(List<ProcessTree> trees) throws IOException, InterruptedException {
        var pids = new ArrayList<Long>();
        for (ProcessTree tree : trees) {
            pids.addAll(tree.pids());
        }
        return pids;
    }

    /** Disarms the timer; does nothing if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        alarm().disarm();
    }

    /** Returns the files of the timer, which stay when it is disarmed. */
    public List<Path> files() {
        return List.of(folder.resolve(NAME + ".pid"), folder.resolve(NAME + ".out"));
    }

    private DetachedAlarm alarm() {
        return new DetachedAlarm(folder, NAME);
    }
}
