package squall.system.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where programs are looked for: the PATH and, after it, the folders of administration, which are not on the PATH of Debian's ordinary users.
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

    /** That of this process. */
    public static SearchPath here() {
        return of(System.getenv().getOrDefault("PATH", ""));
    }

    /** Where the program is, if it is anywhere. */
    public Optional<Path> find(String program) {
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** As the environment of another process has it. */
    public String text() {
        return folders.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
