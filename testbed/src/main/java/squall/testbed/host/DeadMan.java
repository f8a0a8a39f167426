package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.host.Alarm;

/**
 * A timer outside this JVM that lets frozen processes go on, whether or not those who froze them still live.
 *
 * @param folder holds the timer's two files
 */
public record DeadMan(Path folder) {
    /** A number that another process has got meanwhile is told by its time of birth. Without /proc, ps knows it. */
    private static final String SCRIPT = """
            born() { if [ -r "/proc/$1/stat" ]; then sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; else ps -o lstart= -p "$1" | tr ' ' _; fi; }
            s=$1; shift; was=
            for p; do was="$was $p=$(born "$p")"; done
            sleep "$s"
            for w in $was; do p=${w%%=*}; [ "$(born "$p")" != "${w#*=}" ] || kill -CONT "$p"; done
            """;

    /** Arms the timer, in place of one that is armed. */
    public void arm(List<Long> pids, Duration after) throws IOException, InterruptedException {
        Stream<String> numbers = pids.stream().map(String::valueOf);
        alarm().arm(
                        SCRIPT,
                        Stream.concat(Stream.of(Alarm.seconds(after)), numbers).toList());
    }

    /** Ends the timer; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        alarm().disarm();
    }

    private Alarm alarm() {
        return new Alarm(folder, "dead-man");
    }
}
