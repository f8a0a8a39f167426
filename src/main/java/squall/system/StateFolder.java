package squall.system;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;

/**
 * Folder of what outlives a command: unpacked binaries and databases.
 *
 * <p>{@code SQUALL_HOME} if set; for root {@code /var/cache/squall}, which an unprivileged database user may enter, or
 * {@code /var/tmp/squall-root} if that is not writable; for other users {@code squall} in {@code $XDG_CACHE_HOME}, which counts only if
 * absolute (XDG Base Directory Specification), else in {@code .cache} of {@code $HOME} if that is writable, else of the home folder in the
 * system's user database.
 */
public record StateFolder(Path path) {
    private static final String OPEN = "rwxr-xr-x";

    /** @throws IOException if there is no usable folder, it cannot be created, or other users may change it; with the remedy */
    public static StateFolder here() throws IOException {
        // The JDK's user.home comes from the system's user database, regardless of HOME.
        return of(System.getenv(), Path.of(System.getProperty("user.home")), root());
    }

    static StateFolder of(Map<String, String> environment, Path listedHome, boolean root) throws IOException {
        String named = environment.getOrDefault("SQUALL_HOME", "");
        if (!named.isBlank()) {
            return at(Path.of(named));
        }
        if (root) {
            Path system = Path.of("/var/cache");
            return at(Files.isWritable(system) ? system.resolve("squall") : Path.of("/var/tmp/squall-root"));
        }
        Path cache = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        return at((cache.isAbsolute() ? cache : home(environment, listedHome).resolve(".cache")).resolve("squall"));
    }

    private static Path home(Map<String, String> environment, Path listed) throws IOException {
        Path told = Path.of(environment.getOrDefault("HOME", ""));
        if (told.isAbsolute() && usable(told)) {
            return told;
        }
        if (usable(listed)) {
            return listed;
        }
        throw new IOException("there is no folder for the database: your home folder " + listed
                + (Files.isDirectory(listed) ? " is not writable" : " does not exist")
                + "; set SQUALL_HOME to your own folder, for example SQUALL_HOME=/var/tmp/squall-"
                + uid());
    }

    private static boolean usable(Path home) {
        return Files.isWritable(home.resolve(".cache")) || (Files.isDirectory(home) && Files.isWritable(home));
    }

    /** Opens the folder, created if absent; it must belong to the caller alone. */
    public static StateFolder at(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        make(absolute);
        if (uid(absolute) != uid()) {
            throw new IOException(absolute + " belongs to user " + uid(absolute) + ", you are user " + uid()
                    + "; set SQUALL_HOME to your own folder");
        }
        var rights = Files.getPosixFilePermissions(absolute);
        if (rights.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(absolute
                    + " is writable by all users; run 'chmod o-w' on it, or set SQUALL_HOME to another folder");
        }
        return new StateFolder(absolute.toRealPath()); // as the kernel lists what is mounted in it
    }

    private static void make(Path folder) throws IOException {
        try {
            FileTrees.make(folder, OPEN);
        } catch (FileSystemException e) {
            throw new IOException(
                    folder + " cannot be created: " + FileErrors.reason(e) + "; set SQUALL_HOME to your own folder", e);
        }
    }

    /** Returns whether this process is root. */
    public static boolean root() {
        return uid() == 0;
    }

    /** Returns the number of the user who runs this process, who may have no name. */
    public static long uid() {
        return new UnixSystem().getUid();
    }

    /** Returns the number of the owner of a file, or of the link if it is one. */
    public static long uid(Path path) throws IOException {
        return ((Number) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)).longValue();
    }

    /**
     * Returns the path of the folder of unpacked servers: {@code SQUALL_BINARIES} if set, which several state folders may share, else
     * {@code binaries} in this one. Need not exist.
     */
    public Path binaries() {
        String shared = System.getenv().getOrDefault("SQUALL_BINARIES", "");
        return shared.isBlank()
                ? path.resolve("binaries")
                : Path.of(shared).toAbsolutePath().normalize();
    }

    /** Returns a folder in it that other users may enter and read, created if absent. */
    public Path folder(String name) throws IOException {
        Path folder = path.resolve(name);
        FileTrees.make(folder, OPEN);
        return folder;
    }
}
