package squall.host;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that a command was told to read cannot be used: it is not there, is no text, or is not what was wanted. A command ends with exit
 * 2, because another file, or a corrected one, is what helps.
 */
public final class InvalidFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param message names the file, what was found and what was wanted */
    public InvalidFileException(String message) {
        super(message);
    }

    public InvalidFileException(String message, Throwable cause) {
        super(message, cause);
    }

    /** @param reason what is wrong with the file */
    InvalidFileException(Path file, String reason, Throwable cause) {
        super(file + ": " + reason, cause);
    }
}
