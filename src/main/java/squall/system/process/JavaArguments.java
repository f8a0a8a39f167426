package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import squall.system.FileTrees;

/** List of the arguments of a JVM in a file that the {@code java} launcher reads; its command line stays short and readable. */
public record JavaArguments(List<String> arguments) {
    public JavaArguments {
        arguments = List.copyOf(arguments);
    }

    /** Writes the file, readable only by its owner. */
    public void write(Path file) throws IOException {
        String text = arguments.stream().map(JavaArguments::quoted).collect(Collectors.joining("\n", "", "\n"));
        FileTrees.write(file, text, "rw-------");
    }

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
