package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import squall.system.FileTrees;

/** Password of one embedded server, in a file that only its owner can read and that libpq understands. */
public record PasswordFile(Path file) {
    public static final String USER = "squall";

    private static final int BYTES = 24;
    private static final String PREFIX = "127.0.0.1:*:*:" + USER + ":";

    /** Creates a new password and writes it. */
    public String create() throws IOException {
        var random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        FileTrees.write(file, PREFIX + password + "\n", "rw-------");
        return password;
    }

    public String read() throws IOException {
        String line = Files.readString(file).strip();
        if (!line.startsWith(PREFIX)) {
            throw new IOException(file + " must hold one line that begins with " + PREFIX);
        }
        return line.substring(PREFIX.length());
    }
}
