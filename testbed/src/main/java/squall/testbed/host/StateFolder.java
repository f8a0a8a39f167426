package squall.testbed.host;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;

/**
 * Where Squall keeps what outlives a command: unpacked binaries and databases.
 *
 * <p>{@code SQUALL_HOME} if set; for root {@code /var/cache/squall}, which an unprivileged database user may enter, or
 * {@code /var/tmp/squall-root} where that cannot be written; for anybody else {@code $XDG_CACHE_HOME/squall} or
 * {@code ~/.cache/squall}.
 */
public record StateFolder(Path path) {
    private static final String OPEN = "rwxr-xr-x";

    /** @throws IOException if the folder cannot be made, or is one that others may change */
    public static StateFolder here() throws IOException {
        return of(System.getenv(), Path.of(System.getProperty("user.home")), root());
    }

    static StateFolder of(Map<String, String> environment, Path home, boolean root) throws IOException {
        String named = environment.getOrDefault("SQUALL_HOME", "");
        if (!named.isBlank()) {
            return at(Path.of(named));
        }
        if (root) {
            Path system = Path.of("/var/cache");
            return at(Files.isWritable(system) ? system.resolve("squall") : Path.of("/var/tmp/squall-root"));
        }
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        return at((cache.isBlank() ? home.resolve(".cache") : Path.of(cache)).resolve("squall"));
    }

    /** The folder, made if absent; it must belong to the caller alone. */
    public static StateFolder at(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Folders.make(absolute, OPEN);
        if (uid(absolute) != uid()) {
            throw new IOException(absolute + " belongs to user " + uid(absolute) + ", you are user " + uid()
                    + "; name a folder of your own in SQUALL_HOME");
        }
        var rights = Files.getPosixFilePermissions(absolute);
        if (rights.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(
                    absolute + " can be written by everybody; do 'chmod o-w' or name another in SQUALL_HOME");
        }
        return new StateFolder(absolute);
    }

    /** Whether this process is root. */
    public static boolean root() {
        return uid() == 0;
    }

    private static long uid() {
        return new UnixSystem().getUid();
    }

    private static long uid(Path path) throws IOException {
        return ((Number) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)).longValue();
    }

    /** A folder in it that other users may enter and read, made if absent. */
    public Path folder(String name) throws IOException {
        Path folder = path.resolve(name);
        Folders.make(folder, OPEN);
        return folder;
    }
}
