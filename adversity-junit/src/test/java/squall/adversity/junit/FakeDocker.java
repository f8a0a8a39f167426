package squall.adversity.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import squall.system.FileTrees;

/**
 * Docker that this JVM and its children find: a shell script that keeps its containers as files in its folder, and writes down its
 * arguments.
 */
record FakeDocker(Path folder) {
    /** Returns the docker that the path leads to first. */
    static FakeDocker onThePath() {
        return new FakeDocker(Path.of(System.getenv("FAKE_DOCKER")));
    }

    /** Installs the script, without containers. */
    void install() throws IOException {
        FileTrees.delete(folder);
        Files.createDirectories(folder);
        Path script = folder.resolve("docker");
        try (InputStream text = FakeDocker.class.getResourceAsStream("/fake/docker")) {
            Files.write(script, text.readAllBytes());
        }
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes and starts a container. @param inspected what docker tells of it, with {@code @STATUS@} for its state */
    void run(String id, String inspected) throws IOException {
        Files.writeString(folder.resolve(id + ".json"), inspected);
        Files.writeString(folder.resolve(id + ".status"), "running");
    }

    /** Removes a container, whatever its state. */
    void remove(String id) throws IOException {
        Files.delete(folder.resolve(id + ".status"));
    }

    /** Returns the ids of all containers. */
    List<String> containers() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".status"))
                    .map(name -> name.replace(".status", ""))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the calls, without those that only ask. */
    List<String> orders() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).stream()
                .filter(call -> !call.matches("(ps|inspect|logs|wait) .*"))
                .toList();
    }
}
