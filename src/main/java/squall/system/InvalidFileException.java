package squall.system;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Exception if an input file of a command cannot be used: it does not exist, is not text, or has invalid content. A command ends with exit
 * 2, because the user must give another file or correct it.
 */
public final class InvalidFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param message names the file, what was found and what is valid */
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
