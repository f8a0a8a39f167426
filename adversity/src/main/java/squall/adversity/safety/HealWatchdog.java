package squall.adversity.safety;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.process.DetachedProcess;
import squall.system.process.JavaArguments;

/**
 * Watchdog, a small separate process that heals a run's faults when the run cannot: because its process is gone, or because the deadline of
 * a fault has passed. It checks once a second, and ends when the run ends normally.
 *
 * @param run whose faults it heals
 */
public record HealWatchdog(JournalFolder journals, String run) {
    /** Second that stands for no deadline, in seconds since 1970; far beyond any deadline. */
    private static final long NEVER = 99_999_999_999L;

    /**
     * Shell script of the watchdog. A reused process id is recognized by the start time of its process, which is field 22 of
     * /proc/PID/stat, the 20th after the name; without /proc, ps provides it. A zombie counts as ended.
     */
    private static final String SCRIPT = """
            life() {
              life=
              if [ -d /proc/self ]; then
                { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
                set -- ${stat##*) }
                case $1 in Z | X) ;; *) life=${20} ;; esac
              else
                case $(ps -o stat= -p "$1") in '' | Z*) ;; *) life=$(ps -o lstart= -p "$1") ;; esac
              fi
            }
            pid=$1 watch=$2
            shift 2
            life "$pid"
            was=$life
            while [ -e "$watch" ]; do
              life "$pid"
              if [ -z "$life" ] || [ "$life" != "$was" ]; then
                left=10
                until "$@" || [ $((left -= 1)) -eq 0 ]; do sleep 5; done
                rm -f "$watch"
                exit
              fi
              due=
              { read -r due <"$watch"; } 2>/dev/null
              [ -z "$due" ] || [ "$(date +%s)" -lt "$due" ] || "$@" --overdue || sleep 5
              sleep 1
            done
            """;

    /**
     * Starts it. When this returns, it is alive, and outlives this process and its terminal.
     *
     * @param healing its command: a Java main class and arguments; {@code --overdue} is appended while its run is alive
     */
    public void start(UndoJournal.JournalOwner owner, List<String> healing) throws IOException, InterruptedException {
        expect(Optional.empty());
        var arguments = Stream.concat(
                Stream.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djdbc.drivers=" + System.getProperty("jdbc.drivers", ""), // of a user's --driver
                        "-cp",
                        classPath(System.getProperty("java.class.path"))),
                healing.stream());
        new JavaArguments(arguments.toList()).write(file("arguments"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new DetachedProcess(
                        List.of(
                                "/bin/sh",
                                "-c",
                                SCRIPT,
                                file("watchdog").toString(),
                                Long.toString(owner.pid()),
                                watch().toString(),
                                java,
                                "@" + file("arguments")),
                        journals.folder(),
                        file("log"),
                        file("watchdog"))
                .start();
    }

    /** Returns a class path with absolute entries, because the watchdog works in another folder. */
    static String classPath(String ofThisProcess) {
        return Stream.of(ofThisProcess.split(File.pathSeparator, -1))
                .map(place ->
                        place.isEmpty() ? "" : Path.of(place).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Sets the moment from which it heals whether its run is alive or not; empty: nothing to heal. */
    void expect(Optional<Instant> deadline) throws IOException {
        long second = deadline.map(at -> at.getEpochSecond() + 1).orElse(NEVER);
        FileTrees.write(watch(), second + "\n", "rw-------");
    }

    /** Ends it: nothing is left to heal. */
    public void end() throws IOException {
        Files.deleteIfExists(watch());
        for (String ending : List.of("arguments", "log", "watchdog")) {
            Files.deleteIfExists(file(ending));
        }
    }

    private Path watch() {
        return file("watch");
    }

    private Path file(String ending) {
        return journals.folder().resolve(run + "." + ending);
    }
}
