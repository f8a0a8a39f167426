package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** User that runs a database server; PostgreSQL and MariaDB refuse to be run by root. */
public enum RunAs {
    /** Caller, who is not root and has a name in the system's user database. */
    CALLER("", null),
    /** Unprivileged user 65534, through util-linux; all folders above the data must be accessible to that user. */
    SETPRIV("setpriv --reuid=65534 --regid=65534 --clear-groups", "65534"),
    /** User {@code nobody}, through util-linux; folders as for setpriv. */
    RUNUSER("runuser -u nobody --", "nobody"),
    /**
     * Caller, who appears as {@code nobody} in a new user namespace and keeps the caller's access to files: for root, and for a user id
     * without a name, such as containers use, which {@code initdb} refuses.
     */
    UNSHARE("unshare -U", null);

    private final String prefix;
    private final Optional<String> owner;

    RunAs(String prefix, @Nullable String owner) {
        this.prefix = prefix;
        this.owner = Optional.ofNullable(owner);
    }

    /**
     * Chooses the first way that works for this caller.
     *
     * @param root whether the caller is root
     * @throws IOException with the remedies, if none works
     */
    public static RunAs choose(boolean root, Probe probe) throws IOException, InterruptedException {
        List<RunAs> ways = root ? List.of(SETPRIV, RUNUSER, UNSHARE) : List.of(CALLER, UNSHARE);
        var complaints = new ArrayList<String>();
        for (RunAs way : ways) {
            Optional<String> problem = probe.problem(way);
            if (problem.isEmpty()) {
                return way;
            }
            complaints.add(way.word() + ": " + problem.get());
        }
        throw new IOException((root
                        ? "A database server must not run as root, and switching to another user failed. Do one of:"
                                + " run as an ordinary user; install util-linux and set SQUALL_HOME to a folder"
                                + " that other users may access; allow user namespaces"
                                + " (user.max_user_namespaces > 0)."
                        : "A database server cannot run as this user. If 'id -un' prints no name, add a line for the user to"
                                + " /etc/passwd, or allow user namespaces (user.max_user_namespaces > 0).")
                + " Tried " + String.join("; ", complaints));
    }

    /** Returns the word used in files and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IOException if there is no such word */
    public static RunAs of(String word) throws IOException {
        return Stream.of(values())
                .filter(way -> way.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no way to run a server named '" + word + "'"));
    }

    /** Returns whether the caller could use this way at all; the way with which a data folder was created cannot be changed. */
    public boolean suits(boolean root) {
        return switch (this) {
            case CALLER -> !root;
            case SETPRIV, RUNUSER -> root;
            case UNSHARE -> true;
        };
    }

    /** Returns the command line that runs a command as this user. */
    public List<String> command(List<String> command) {
        var words = prefix.isEmpty() ? Stream.<String>empty() : Stream.of(prefix.split(" "));
        return Stream.concat(words, command.stream()).toList();
    }

    /** Gives a file or an empty folder to the user as which the server runs. */
    public void own(Path path) throws IOException {
        if (owner.isPresent()) {
            var users = path.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(path, users.lookupPrincipalByName(owner.get()));
        }
    }

    /** Trial of a way. */
    @FunctionalInterface
    public interface Probe {
        /** Returns why the way does not work; empty if it does. */
        Optional<String> problem(RunAs way) throws IOException, InterruptedException;

        /** Creates a trial in which a program prints its version. */
        static Probe version(Version version) {
            return way -> {
                try {
                    version.of(way);
                    return Optional.empty();
                } catch (IOException e) {
                    return Optional.of(String.valueOf(e.getMessage()));
                }
            };
        }

        /** Query of a program's version. */
        @FunctionalInterface
        interface Version {
            Object of(RunAs way) throws IOException, InterruptedException;
        }
    }
}
