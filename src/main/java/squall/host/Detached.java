package squall.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that outlives this JVM, its terminal and its terminal's Ctrl-C.
 *
 * @param folder working directory
 * @param output takes what the program prints, written anew
 * @param pidFile takes its process number before {@link #start} returns, even if this JVM is killed meanwhile
 */
public record Detached(List<String> command, Path folder, Path output, Path pidFile) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * In the background of a shell without job control, which makes it deaf to Ctrl-C; nohup does for the rest. Where there is setsid,
     * whoever kills our process group spares it: it becomes the program without a new process number.
     */
    private static final String SCRIPT = """
            out=$1 pid=$2; shift 2
            nohup $(command -v setsid) "$@" >"$out" 2>&1 </dev/null &
            echo $! >"$pid.new" && mv -f "$pid.new" "$pid"
            """;

    public Detached {
        command = List.copyOf(command);
    }

    /** Whether the program starts at all shows in its output and in whether it lives, not here. */
    public void start() throws IOException, InterruptedException {
        var shell = Stream.of("/bin/sh", "-c", SCRIPT, "squall", output.toString(), pidFile.toString());
        new Program(Stream.concat(shell, command.stream()).toList(), folder, LIMIT)
                .run()
                .orThrow();
    }
}
