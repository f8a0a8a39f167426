package squall.clusters;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import squall.system.FileTrees;
import squall.system.FolderLock;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Engine of Docker, a real one, which {@code docker/engine} starts for the first class that needs it and ends after the last. One that is
 * running by then is used as it is. Where none can run, the class is skipped, and says so.
 */
public final class DockerEngine implements BeforeAllCallback {
    private static final Path SCRIPT =
            Path.of("..", "docker", "engine").toAbsolutePath().normalize();
    private static final Path LOCK = Path.of("/var/tmp/squall-engine.lock");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** So the script says that no engine can run here. */
    private static final int NOT_HERE = 5;

    private Optional<Running> running = Optional.empty();

    /** Returns the docker program for this engine. Its client warns on every call of a broken settings file, as many a user's client does. */
    public String program() {
        return running.orElseThrow().folder().resolve("docker").toString();
    }

    /** Runs docker. @return its output */
    public String docker(String... arguments) throws IOException, InterruptedException {
        return ran(Stream.concat(Stream.of(program()), Stream.of(arguments)).toList())
                .orThrow()
                .output();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Finished check = ran(List.of(SCRIPT.toString(), "check"));
        if (check.exitCode() == NOT_HERE) {
            System.err.println("NOT TESTED HERE: "
                    + context.getRequiredTestClass().getSimpleName() + " on a real Docker engine; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();
        running = Optional.of(context.getRoot()
                .getStore(Namespace.create(DockerEngine.class))
                .getOrComputeIfAbsent(Running.class, key -> start(), Running.class));
    }

    private static Running start() {
        try {
            FolderLock.Held turn = new FolderLock(LOCK, LIMIT.multipliedBy(4)).take();
            boolean before = ran(List.of(SCRIPT.toString(), "env")).ok();
            ran(List.of(SCRIPT.toString(), "up")).orThrow();
            String settings = ran(List.of(SCRIPT.toString(), "env")).orThrow().output();
            Path folder = Files.createTempDirectory("squall-docker");
            Files.writeString(folder.resolve("config.json"), "{ broken");
            Path program = folder.resolve("docker");
            Files.writeString(
                    program, "#!/bin/sh\n" + settings + "\nexport DOCKER_CONFIG=" + folder + "\nexec docker \"$@\"\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            return new Running(folder, !before, turn);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the engine started", e);
        }
    }

    private static Finished ran(List<String> command) throws IOException, InterruptedException {
        return new ExternalProgram(command, Path.of("/"), LIMIT).run();
    }

    /** @param own whether it ends with the tests */
    private record Running(Path folder, boolean own, FolderLock.Held turn) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                if (own) {
                    ran(List.of(SCRIPT.toString(), "down")).orThrow();
                }
                FileTrees.delete(folder);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while the engine ended", e);
            } finally {
                turn.close();
            }
        }
    }
}
