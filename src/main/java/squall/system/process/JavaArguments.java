package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import squall.system.FileTrees;

/** The arguments of a JVM, as the {@code java} launcher reads them from a file; its command line stays short and tells. */
public record JavaArguments(List<String> arguments) {
    public JavaArguments {
        arguments = List.copyOf(arguments);
    }

    /** The file is for its owner's eyes only. */
    public void write(Path file) throws IOException {
        String text = arguments.stream().map(JavaArguments::quoted).collect(Collectors.joining("\n", "", "\n"));
        FileTrees.write(file, text, "rw-------");
    }

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
