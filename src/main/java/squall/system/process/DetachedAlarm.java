package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Durations;

/**
 * A shell outside this JVM that waits and then runs a command, even if the process that armed it is dead. One is armed at a time.
 *
 * @param folder holds its two files
 * @param name of the files
 */
public record DetachedAlarm(Path folder, String name) {
    /** Arms it, in place of one that is armed. @param script of a POSIX shell, with the words as its arguments */
    public void arm(String script, List<String> words) throws IOException, InterruptedException {
        Optional<PidFileProcess> before = armed();
        // The path is the script's $0, by which the alarm is known again.
        Stream<String> shell = Stream.of("/bin/sh", "-c", script, pidFile().toString());
        new DetachedProcess(
                        Stream.concat(shell, words.stream()).toList(), folder, folder.resolve(name + ".out"), pidFile())
                .start();
        if (before.isPresent()) {
            before.get().tree().kill();
        }
    }

    /** Ends it; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        Optional<PidFileProcess> alarm = armed();
        if (alarm.isPresent()) {
            alarm.get().tree().kill();
        }
    }

    private Optional<PidFileProcess> armed() throws IOException, InterruptedException {
        return PidFileProcess.named(pidFile(), pidFile());
    }

    private Path pidFile() {
        return folder.resolve(name + ".pid");
    }

    /** For {@code sleep} and for kernels, which take no time at all for an end of it: at least one. */
    public static String seconds(Duration length) {
        return Long.toString(Math.max(1, Durations.wholeSeconds(length)));
    }
}
