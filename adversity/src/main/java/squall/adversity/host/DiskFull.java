package squall.adversity.host;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.host.Program;
import squall.spi.Cluster;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers a disk with no room left, by the name {@code diskFull}: a file of ballast in the folder that the option names. */
public final class DiskFull implements FaultProvider {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int USUAL_LEAVE_MB = 1;
    private static final int MOST_MB = 1 << 20;

    @Override
    public String kind() {
        return "diskFull";
    }

    @Override
    public String summary() {
        return "fills the file system that a node writes to: folder=FOLDER, not on the one of the system, leave (1 MB)";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("folder", "leave"));
        leave(options);
        if (options.text("folder", "").isEmpty()) {
            return Optional.of("no node has a file system of its own: the option folder names one");
        }
        Path folder = Here.folder(options, "folder");
        try {
            FileStore store = Files.getFileStore(folder);
            return store.equals(Files.getFileStore(Path.of("/")))
                            || store.equals(Files.getFileStore(Path.of("").toAbsolutePath()))
                    ? Optional.of(folder
                            + " lies on the file system of the system or of this command, which must not be full")
                    : Here.refusal(cluster);
        } catch (IOException e) {
            return Optional.of(folder + " cannot be looked at: " + e.getMessage());
        }
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        Path folder = Here.folder(options, "folder");
        return new Filled(folder.resolve(scene.name() + ".ballast"), leave(options));
    }

    private static long leave(Options options) {
        return (long) options.number("leave", USUAL_LEAVE_MB, 0, MOST_MB) << 20;
    }

    private record Filled(Path ballast, long leave) implements Fault {
        @Override
        public List<String> steps() {
            return List.of(
                    "inject: fallocate " + ballast + " of all room but " + leave + " bytes",
                    "verify: " + ballast + " is there, and no more room than that is left",
                    "heal: rm -f " + ballast,
                    "timer: a detached process heals");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            long bytes = room() - leave;
            if (bytes > 0) {
                new Program(List.of("fallocate", "-l", Long.toString(bytes), ballast.toString()), Path.of("/"), LIMIT)
                        .run()
                        .orThrow();
            }
        }

        @Override
        public Effect effect() throws IOException {
            boolean there = Files.exists(ballast);
            return new Effect(
                    there && room() <= leave + (1 << 20),
                    room() + " bytes of room, " + ballast + (there ? "" : " not") + " there");
        }

        @Override
        public void heal() throws IOException {
            Files.deleteIfExists(ballast);
        }

        private long room() throws IOException {
            return Files.getFileStore(ballast.getParent() == null ? ballast : ballast.getParent())
                    .getUsableSpace();
        }
    }
}
