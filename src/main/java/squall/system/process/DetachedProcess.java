package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Process that outlives this JVM, its terminal and its terminal's Ctrl-C.
 *
 * @param folder working directory
 * @param output receives the program's output; overwritten, and exists when {@link #start} returns
 * @param pidFile receives its process number before {@link #start} returns, even if this JVM is killed meanwhile
 */
public record DetachedProcess(List<String> command, Path folder, Path output, Path pidFile) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * Shell script that starts it in the background of a shell without job control, so that it ignores Ctrl-C; nohup makes it ignore
     * hang-ups. With setsid it also survives a kill of Squall's process group: it becomes the program without a new process id.
     */
    private static final String SCRIPT = """
            out=$1 pid=$2; shift 2
            : >"$out"
            nohup $(command -v setsid) "$@" >"$out" 2>&1 </dev/null &
            echo $! >"$pid.new" && mv -f "$pid.new" "$pid"
            """;

    public DetachedProcess {
        command = List.copyOf(command);
    }

    /** Starts the program. Whether it succeeds is visible in its output and in its process, not here. */
    public void start() throws IOException, InterruptedException {
        var shell = Stream.of("/bin/sh", "-c", SCRIPT, "squall", output.toString(), pidFile.toString());
        new ExternalProgram(Stream.concat(shell, command.stream()).toList(), folder, LIMIT)
                .run()
                .orThrow();
    }
}
