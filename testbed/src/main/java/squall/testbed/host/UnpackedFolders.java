package squall.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;
import squall.system.FileTrees;
import squall.system.FolderLock;

/** Set of folders that are filled once for all commands, completely or not at all: from archives on the class path, or otherwise. */
public final class UnpackedFolders {
    private static final String COMPLETE = ".complete";
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final Path folder;

    /** @param folder contains one folder for each archive */
    public UnpackedFolders(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder of the archive, unpacked now if it was not; as {@link #filled}. */
    public Path folder(String name, Source archive) throws IOException, InterruptedException {
        return filled(name, aside -> {
            try (InputStream xz = archive.open()) {
                TarXzArchive.unpack(xz, aside);
            }
        });
    }

    /**
     * Returns the folder, filled now if it was not. Several processes may call it at once.
     *
     * @param name of the folder; must include version and platform, as nothing else does
     */
    public Path filled(String name, FolderFilling filling) throws IOException, InterruptedException {
        Path whole = folder.resolve(name);
        if (whole(folder, name).isPresent()) {
            return whole;
        }
        return new FolderLock(folder.resolve(name + ".lock"), LIMIT)
                .hold(() -> Files.exists(whole.resolve(COMPLETE)) ? whole : fill(filling, whole));
    }

    /** Finds the folder of that name, if it is complete. @param folder as of the constructor; need not exist */
    public static Optional<Path> whole(Path folder, String name) {
        return Optional.of(folder.resolve(name)).filter(whole -> Files.exists(whole.resolve(COMPLETE)));
    }

    private static Path fill(FolderFilling filling, Path whole) throws IOException, InterruptedException {
        Path aside = whole.resolveSibling(whole.getFileName() + ".new");
        FileTrees.delete(aside);
        FileTrees.delete(whole); // its marker is missing: the folder was modified
        FileTrees.make(aside, "rwxr-xr-x");
        filling.into(aside);
        Files.createFile(aside.resolve(COMPLETE));
        return Files.move(aside, whole, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Source that opens the archive, closed by the reader. */
    @FunctionalInterface
    public interface Source {
        InputStream open() throws IOException, InterruptedException;
    }

    /** Filling of an empty folder. */
    @FunctionalInterface
    public interface FolderFilling {
        void into(Path folder) throws IOException, InterruptedException;
    }

    /** Archive in {@code .tar.xz} format, unpacked so that no entry can reach outside its folder. */
    private static final class TarXzArchive {
        private static final int OWNER_EXECUTES = 0100;

        private final Path folder;

        private TarXzArchive(Path folder) {
            this.folder = folder;
        }

        /**
         * Unpacks into an existing folder, readable by all users.
         *
         * @throws IOException on an entry that would leave the folder, or is neither folder, file nor symbolic link
         */
        static void unpack(InputStream xz, Path folder) throws IOException {
            try (var tar = new TarArchiveInputStream(new XZInputStream(xz))) {
                new TarXzArchive(folder.toRealPath()).unpack(tar);
            }
        }

        private void unpack(TarArchiveInputStream tar) throws IOException {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = inside(entry.getName(), folder.resolve(entry.getName()));
                if (entry.isDirectory()) {
                    FileTrees.make(target, "rwxr-xr-x");
                } else if (entry.isSymbolicLink()) {
                    FileTrees.make(target.resolveSibling(""), "rwxr-xr-x");
                    if (!target.resolveSibling(entry.getLinkName()).normalize().startsWith(folder)) {
                        throw leaves(entry.getName());
                    }
                    Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
                } else if (entry.isFile() && !entry.isLink()) {
                    file(tar, entry, target);
                } else {
                    throw new IOException(
                            "archive entry '" + entry.getName() + "' is not a folder, file or symbolic link");
                }
            }
        }

        private static void file(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
            FileTrees.make(target.resolveSibling(""), "rwxr-xr-x");
            Files.copy(tar, target);
            boolean executable = (entry.getMode() & OWNER_EXECUTES) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }

        private Path inside(String entry, Path path) throws IOException {
            Path target = path.normalize();
            if (!target.startsWith(folder)) {
                throw leaves(entry);
            }
            Path passed = folder;
            for (Path name : folder.relativize(target)) {
                passed = passed.resolve(name);
                if (Files.isSymbolicLink(passed)) { // a chain of harmless links can lead outside
                    throw new IOException("archive entry '" + entry + "' passes through the link " + passed);
                }
            }
            return target;
        }

        private static IOException leaves(String entry) {
            return new IOException("archive entry '" + entry + "' points outside the folder it is unpacked into");
        }
    }
}
