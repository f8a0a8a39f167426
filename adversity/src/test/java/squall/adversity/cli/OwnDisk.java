package squall.adversity.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import squall.system.process.ExternalProgram;

/** Disk that is a small file system in a file, which may freeze and fill. Only root can mount one: elsewhere its test is skipped, and says so. */
public record OwnDisk(Path mount) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    public static OwnDisk in(Path folder) throws IOException, InterruptedException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root mounts file systems");
        Path image = folder.resolve("image");
        Path mount = Files.createDirectory(folder.resolve("mount"));
        program("truncate", "-s", "64M", image.toString()).run().orThrow();
        program("mkfs.ext4", "-q", "-F", image.toString()).run().orThrow();
        boolean there = program("mount", "-o", "loop", image.toString(), mount.toString())
                .run()
                .ok();
        assumeTrue(there, "this kernel mounts no file as a file system");
        return new OwnDisk(mount);
    }

    private static ExternalProgram program(String... command) {
        return new ExternalProgram(List.of(command), Path.of("/"), LIMIT);
    }

    @Override
    public void close() throws IOException {
        try {
            program("umount", mount.toString()).run().orThrow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(mount + " is still mounted", e);
        }
    }
}
