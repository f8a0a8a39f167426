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

/** The user that runs a database server; PostgreSQL and MariaDB refuse to be run by root. */
public enum RunAs {
    /** As the caller, who is not root and has a name in the system's user database. */
    CALLER("", null),
    /** As the unprivileged user 65534, through util-linux; all folders above the data must let that user in. */
    SETPRIV("setpriv --reuid=65534 --regid=65534 --clear-groups", "65534"),
    /** As {@code nobody}, through util-linux; folders as for setpriv. */
    RUNUSER("runuser -u nobody --", "nobody"),
    /**
     * As the caller, who appears as {@code nobody} in a new user namespace and keeps the caller's access to files: for root, and for a user
     * id without a name, such as containers use, which {@code initdb} refuses.
     */
    UNSHARE("unshare -U", null);

    private final String prefix;
    private final Optional<String> owner;

    RunAs(String prefix, @Nullable String owner) {
        this.prefix = prefix;
        this.owner = Optional.ofNullable(owner);
    }

    /**
     * The first way that works for this caller.
     *
     * @param root whether the caller is root
     * @throws IOException with the remedies, if none works
     */
    public static RunAs choose(boolean root, Probe probe) throws IOException, InterruptedException {
        List<RunAs> ways = root ? List.of(SETPRIV, RUNUSER, UNSHARE) : List.of(CALLER, UNSHARE);
        var complaints = new ArrayList<String>();
        for (RunAs way : ways) {
            Optional<String> complaint = probe.complaint(way);
            if (complaint.isEmpty()) {
                return way;
            }
            complaints.add(way.word() + ": " + complaint.get());
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

    /** The word used in files and messages. */
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

    /** Whether the caller could use this way at all; the way a data folder was made with cannot be changed. */
    public boolean suits(boolean root) {
        return switch (this) {
            case CALLER -> !root;
            case SETPRIV, RUNUSER -> root;
            case UNSHARE -> true;
        };
    }

    /** The command as it must be started. */
    public List<String> command(List<String> command) {
        var words = prefix.isEmpty() ? Stream.<String>empty() : Stream.of(prefix.split(" "));
        return Stream.concat(words, command.stream()).toList();
    }

    /** Hands a file or an empty folder to the user the server runs as. */
    public void own(Path path) throws IOException {
        if (owner.isPresent()) {
            var users = path.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(path, users.lookupPrincipalByName(owner.get()));
        }
    }

    /** Tries a way for real. */
    @FunctionalInterface
    public interface Probe {
        /** Empty if the way works, else what went wrong. */
        Optional<String> complaint(RunAs way) throws IOException, InterruptedException;
    }
}
