package squall.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import squall.system.FileTrees;
import squall.system.FolderLock;

/** Folders that are filled once for all commands, whole or not at all: from archives of the class path, or otherwise. */
public final class UnpackedFolders {
    private static final String COMPLETE = ".complete";
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final Path folder;

    /** @param folder holds one folder for each archive */
    public UnpackedFolders(Path folder) {
        this.folder = folder;
    }

    /** The folder of the archive, unpacked now if it was not; as {@link #filled}. */
    public Path folder(String name, Source archive) throws IOException, InterruptedException {
        return filled(name, aside -> {
            try (InputStream xz = archive.open()) {
                TarXzArchive.unpack(xz, aside);
            }
        });
    }

    /**
     * The folder, filled now if it was not. Safe to call from several processes at once.
     *
     * @param name of the folder; must tell version and platform, as nothing else does
     */
    public Path filled(String name, Filling filling) throws IOException, InterruptedException {
        Path whole = folder.resolve(name);
        if (whole(folder, name).isPresent()) {
            return whole;
        }
        return new FolderLock(folder.resolve(name + ".lock"), LIMIT)
                .hold(() -> Files.exists(whole.resolve(COMPLETE)) ? whole : fill(filling, whole));
    }

    /** The folder of that name, if it is whole. @param folder as of the constructor; need not be there */
    public static Optional<Path> whole(Path folder, String name) {
        return Optional.of(folder.resolve(name)).filter(whole -> Files.exists(whole.resolve(COMPLETE)));
    }

    private static Path fill(Filling filling, Path whole) throws IOException, InterruptedException {
        Path aside = whole.resolveSibling(whole.getFileName() + ".new");
        FileTrees.delete(aside);
        FileTrees.delete(whole); // its marker is missing: the folder was modified
        FileTrees.make(aside, "rwxr-xr-x");
        filling.into(aside);
        Files.createFile(aside.resolve(COMPLETE));
        return Files.move(aside, whole, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Opens the archive, closed by the reader. */
    @FunctionalInterface
    public interface Source {
        InputStream open() throws IOException, InterruptedException;
    }

    /** Puts into an empty folder what belongs there. */
    @FunctionalInterface
    public interface Filling {
        void into(Path folder) throws IOException, InterruptedException;
    }
}
