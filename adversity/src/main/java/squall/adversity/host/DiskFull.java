package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.process.ExternalProgram;

/** Provider of full disks, by the name {@code diskFull}: a file of ballast in the folder that the option names. */
public final class DiskFull extends NamedFaultProvider {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int USUAL_LEAVE_MB = 1;
    private static final int MOST_MB = 1 << 20;

    public DiskFull() {
        super(
                "diskFull",
                "fills the file system that a node writes to: folder=FOLDER (not on the system's file system), leave (1 MB)",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("folder", "leave"));
        leave(options);
        if (options.text("folder", "").isEmpty()) {
            return Optional.of("no node has its own file system: give one with the option folder");
        }
        Path folder = LocalNodeCheck.folder(options, "folder");
        return LocalNodeCheck.refusal(cluster, folder, "filled");
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        Path folder = LocalNodeCheck.folder(options, "folder");
        return new Filled(folder.resolve(context.name() + ".ballast"), leave(options));
    }

    private static long leave(Options options) {
        return (long) options.number("leave", USUAL_LEAVE_MB, 0, MOST_MB) << 20;
    }

    private record Filled(Path ballast, long leave) implements Fault {
        @Override
        public List<String> steps() {
            return List.of(
                    "inject: fallocate " + ballast + " of all free space but " + leave + " bytes",
                    "verify: " + ballast + " exists, and no more free space than that is left",
                    "heal: rm -f " + ballast,
                    "timer: a detached process heals");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            long bytes = room() - leave;
            if (bytes > 0) {
                new ExternalProgram(
                                List.of("fallocate", "-l", Long.toString(bytes), ballast.toString()),
                                Path.of("/"),
                                LIMIT)
                        .run()
                        .orThrow();
            }
        }

        @Override
        public FaultEffect effect() throws IOException {
            boolean there = Files.exists(ballast);
            return new FaultEffect(
                    there && room() <= leave + (1 << 20),
                    room() + " bytes free, " + ballast + (there ? " exists" : " does not exist"));
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
