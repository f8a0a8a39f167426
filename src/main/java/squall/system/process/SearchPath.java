package squall.system.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Path on which programs are found: the PATH and, after it, the folders of administration, which are not on the PATH of Debian's ordinary
 * users.
 */
public record SearchPath(List<Path> folders) {
    private static final List<String> ADMINISTRATION = List.of("/usr/sbin", "/sbin");

    public SearchPath {
        folders = List.copyOf(folders);
    }

    /** @param path as the environment has it */
    public static SearchPath of(String path) {
        return new SearchPath(Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), ADMINISTRATION.stream())
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .distinct()
                .toList());
    }

    /** Returns the path of this process. */
    public static SearchPath here() {
        return of(System.getenv().getOrDefault("PATH", ""));
    }

    /** Finds the file of a program; empty if there is none. */
    public Optional<Path> find(String program) {
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the path as a value for the environment of another process. */
    public String text() {
        return folders.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
