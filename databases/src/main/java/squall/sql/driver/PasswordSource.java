package squall.sql.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.system.PasswordPrompt;

/** Source of a password as users write it: itself, {@code env:NAME}, {@code file:/path}, or {@code prompt:} where a user can be asked. */
public final class PasswordSource {
    private PasswordSource() {}

    /**
     * Returns the password; empty if none was written.
     *
     * @throws InvalidFileException if the variable or file it names does not exist, or is empty
     * @throws IllegalArgumentException if it is to be asked for, which only a {@link PasswordPrompt} can do
     */
    public static String resolve(String written, Map<String, String> environment) throws IOException {
        if (written.startsWith("env:")) {
            return fromEnvironment(written.substring("env:".length()), environment);
        }
        if (written.startsWith("file:")) {
            return fromFile(written.substring("file:".length()));
        }
        if (written.equals(PasswordPrompt.WRITTEN)) {
            throw new IllegalArgumentException(
                    "password 'prompt:': it cannot be asked for here: give env:NAME or file:PATH");
        }
        return written;
    }

    private static String fromEnvironment(String name, Map<String, String> environment) throws IOException {
        String value = environment.get(name);
        if (value == null) {
            throw new InvalidFileException( // what was given is wrong, no database is unreachable
                    "password 'env:" + name + "': the environment variable " + name + " is not set");
        }
        if (value.isEmpty()) {
            throw new InvalidFileException("password 'env:" + name + "': the environment variable " + name
                    + " is empty; leave the option out if there is no password");
        }
        return value;
    }

    private static String fromFile(String path) throws IOException {
        try {
            String password = InputFile.text(Path.of(path)).stripTrailing();
            if (password.isEmpty()) {
                throw new InvalidFileException(path + " is empty; leave the option out if there is no password");
            }
            return password;
        } catch (InvalidFileException e) {
            throw new InvalidFileException("password 'file:" + path + "': " + e.getMessage(), e);
        }
    }
}
