package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.DetachedProcess;
import squall.system.process.JavaArguments;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;

/**
 * Daemon: a program that runs in the background until it is ended and outlives the JVM that started it.
 *
 * @param name of the program, for messages
 * @param folder working directory
 * @param output of the program since its last start
 * @param pidFile contains its process number
 * @param mark a path that occurs in its command line and in no other
 */
public record Daemon(String name, Path folder, Path output, Path pidFile, Path mark) {
    /** Creates a daemon for a program of Squall's own, whose files are in the folder and begin with its name. */
    public static Daemon java(String name, Path folder) {
        return new Daemon(
                name,
                folder,
                folder.resolve(name + ".log"),
                folder.resolve(name + ".pid"),
                folder.resolve(name + ".arguments"));
    }

    /** Finds its process; empty if it does not run. */
    public Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(pidFile, mark);
    }

    public boolean runs() throws IOException, InterruptedException {
        return process().isPresent();
    }

    /** Returns its process number; 0 if it does not run. */
    public long pid() throws IOException, InterruptedException {
        return process().map(PidFileProcess::pid).orElse(0L);
    }

    /** Starts the program. Its output and its process show whether it then does its work. */
    public void start(List<String> command) throws IOException, InterruptedException {
        new DetachedProcess(command, folder, output, pidFile).start();
    }

    /** Starts a small JVM like this one. @param more options of the JVM, then its main class and the arguments of that */
    public void startJava(List<String> more) throws IOException, InterruptedException {
        var usual =
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"));
        new JavaArguments(Stream.concat(usual.stream(), more.stream()).toList()).write(mark);
        start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + mark));
    }

    /** Sends SIGTERM; returns whether the program has ended within the limit. */
    public boolean ends(Duration limit) throws IOException, InterruptedException {
        long pid = pid();
        if (pid == 0) {
            return true;
        }
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
        return PollDeadline.in(limit).await(() -> ProcessState.of(pid).dead());
    }

    /** Ends it cleanly. @throws IOException if it does not end within the limit */
    public void end(Duration limit) throws IOException, InterruptedException {
        if (!ends(limit)) {
            throw new IOException(name + " (process " + pid() + ") did not end within " + limit.toSeconds()
                    + " s of SIGTERM; see " + output);
        }
    }

    /** Kills it with its descendants; returns whether it ran. */
    public boolean kill() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().kill();
        }
        return process.isPresent();
    }

    /** Returns the last line that it printed. */
    public String lastWords() throws IOException {
        return printed().reduce((earlier, later) -> later).orElse("it printed nothing");
    }

    /** Returns the lines that it printed. */
    public Stream<String> printed() throws IOException {
        return FileTrees.printed(output).lines();
    }
}
