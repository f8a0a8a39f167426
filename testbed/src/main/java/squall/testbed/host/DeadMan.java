package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Detached;
import squall.host.OwnProcess;
import squall.spi.Durations;

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
        Optional<OwnProcess> before = armed();
        // The path is the script's $0, by which the timer is known again.
        var command = Stream.of(
                "/bin/sh",
                "-c",
                SCRIPT,
                pidFile().toString(),
                Long.toString(Math.max(1, Durations.wholeSeconds(after))));
        new Detached(
                        Stream.concat(command, pids.stream().map(String::valueOf))
                                .toList(),
                        folder,
                        folder.resolve("dead-man.out"),
                        pidFile())
                .start();
        if (before.isPresent()) {
            before.get().tree().kill();
        }
    }

    /** Ends the timer; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        Optional<OwnProcess> timer = armed();
        if (timer.isPresent()) {
            timer.get().tree().kill();
        }
    }

    private Optional<OwnProcess> armed() throws IOException, InterruptedException {
        return OwnProcess.named(pidFile(), pidFile());
    }

    private Path pidFile() {
        return folder.resolve("dead-man.pid");
    }
}
