package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Durations;

/**
 * Alarm outside this JVM: a shell that waits and then runs a command, even if the process that armed it is dead. One is armed at a time.
 *
 * @param folder holds its two files
 * @param name of the files
 */
public record DetachedAlarm(Path folder, String name) {
    /** Arms it, in place of one that is armed. @param script of a POSIX shell, with the words as its arguments */
    public void arm(String script, List<String> words) throws IOException, InterruptedException {
        Optional<PidFileProcess> before = armed();
        // The path is the script's $0, by which the alarm is recognized.
        Stream<String> shell = Stream.of("/bin/sh", "-c", script, pidFile().toString());
        new DetachedProcess(
                        Stream.concat(shell, words.stream()).toList(), folder, folder.resolve(name + ".out"), pidFile())
                .start();
        if (before.isPresent()) {
            before.get().tree().kill();
        }
    }

    /** Arms it to run a command after this time, in place of one that is armed. */
    public void arm(Duration after, List<String> command) throws IOException, InterruptedException {
        arm(
                "sleep \"$1\"; shift; exec \"$@\"",
                Stream.concat(Stream.of(seconds(after)), command.stream()).toList());
    }

    /** Ends it; does nothing if none is armed. */
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

    /** Returns whole seconds, at least one: {@code sleep} and kernels would take zero as an immediate end. */
    public static String seconds(Duration length) {
        return Long.toString(Math.max(1, Durations.wholeSeconds(length)));
    }
}
