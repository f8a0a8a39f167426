package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.ha.GroupFolder;
import squall.testbed.host.InstanceNames;
import squall.testbed.net.NetworkNamespaces;

/** The folder of one group: a folder for each node, the login, and the note of what must be remembered. */
record GaleraFolder(Path folder) implements GroupFolder {
    static final String USER = "squall";

    private static final int PASSWORD_BYTES = 24;
    private static final String PASSWORD = "password=";

    /** @throws IllegalArgumentException if the name is none */
    static GaleraFolder named(StateFolder state, String name) throws IOException {
        return new GaleraFolder(state.folder("galera").resolve(InstanceNames.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    GaleraFolder making() {
        return new GaleraFolder(folder.resolveSibling(name() + ".making"));
    }

    Path node(GaleraMember member) {
        return folder.resolve(member.name());
    }

    Optional<NetworkNamespaces> namespaces(GaleraGroup group) throws IOException {
        return namespaces(group.names());
    }

    /** For MariaDB's own programs: {@code mariadb --defaults-extra-file=...}; readable by its owner only. */
    Path clientFile() {
        return folder.resolve("client.cnf");
    }

    /** A new one, of letters and digits only. */
    String createPassword() throws IOException {
        var random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        FileTrees.write(clientFile(), "[client]\nuser=" + USER + "\n" + PASSWORD + password + "\n", "rw-------");
        return password;
    }

    String password() throws IOException {
        return Files.readString(clientFile())
                .lines()
                .filter(line -> line.startsWith(PASSWORD))
                .map(line -> line.substring(PASSWORD.length()))
                .findFirst()
                .orElseThrow(() -> new IOException(clientFile() + " must have a line that begins with " + PASSWORD));
    }

    private Path note() {
        return folder.resolve("group.json");
    }

    /** What is known of the group; empty if it was never created. */
    Optional<GaleraGroup> group() throws IOException {
        return Files.exists(note())
                ? Optional.of(GaleraGroup.read(note().toString(), Files.readString(note())))
                : Optional.empty();
    }

    void write(GaleraGroup group) throws IOException {
        FileTrees.write(note(), group.text(), "rw-------");
    }

    /** @throws IOException if something in the folder was not created by Squall */
    void requireOwn(GaleraGroup group) throws IOException {
        Set<Path> own = Stream.concat(
                        Stream.of(note(), clientFile()),
                        group.members().stream().map(this::node))
                .collect(Collectors.toSet());
        requireOnly(own, List.of(NetworkNamespaces.FILES));
    }
}
