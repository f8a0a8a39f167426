package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.NoteFormat;

/** Folder of one group: a folder for each node, the login, and the note of the recorded facts. */
record GaleraFolder(Path folder) implements ClusterFolder<GaleraGroup> {
    static final String USER = "squall";

    private static final int PASSWORD_BYTES = 24;
    private static final String PASSWORD = "password=";

    /** @throws IllegalArgumentException if the name is invalid */
    static GaleraFolder named(StateFolder state, String name) throws IOException {
        return new GaleraFolder(ClusterFolder.named(state, GaleraCluster.KIND, name));
    }

    @Override
    public NoteFormat<GaleraGroup> format() {
        return GaleraGroup.FORMAT;
    }

    @Override
    public String kind() {
        return GaleraCluster.KIND;
    }

    @Override
    public Set<Path> files() {
        return Set.of(clientFile());
    }

    /** Returns the file for MariaDB's own programs: {@code mariadb --defaults-extra-file=...}; readable by its owner only. */
    Path clientFile() {
        return folder.resolve("client.cnf");
    }

    /** Creates a new password, of letters and digits only. */
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
}
