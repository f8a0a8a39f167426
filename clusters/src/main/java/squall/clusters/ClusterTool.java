package squall.clusters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.ExternalProgram.Variables;

/**
 * Program of the user's by which a cluster is reached; every call ends within its limit.
 *
 * @param command the program, and the words before all arguments
 * @param remedy where it is missing, for the message
 */
public record ClusterTool(List<String> command, String remedy) {
    private static final Path FOLDER = Path.of("/");

    public ClusterTool {
        command = List.copyOf(command);
    }

    /** Runs it, whatever its exit code. @throws IOException if there is no such program, or it does not end within the limit */
    public Finished run(Duration limit, List<String> arguments) throws IOException, InterruptedException {
        List<String> all = Stream.concat(command.stream(), arguments.stream()).toList();
        try {
            return new ExternalProgram(all, FOLDER, limit, Variables.ALL).run();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).startsWith("Cannot run program")) { // so ProcessBuilder says it
                throw new IOException("the program '" + command.getFirst() + "' is not there: " + remedy, e);
            }
            throw e;
        }
    }

    /** Runs it and returns its output; warnings are left out. @throws IOException with its own message, if its exit code is not 0 */
    public String say(Duration limit, List<String> arguments) throws IOException, InterruptedException {
        return run(limit, arguments).orThrow().output();
    }
}
