package squall.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;
import squall.system.FileTrees;

/** A {@code .tar.xz}, unpacked so that nothing in it can reach outside its folder. */
final class TarXzArchive {
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
                throw new IOException("archive entry '" + entry.getName() + "' is not a folder, file or symbolic link");
            }
        }
    }

    private static void file(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        FileTrees.make(target.resolveSibling(""), "rwxr-xr-x");
        Files.copy(tar, target);
        boolean executable = (entry.getMode() & OWNER_EXECUTES) != 0;
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
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
