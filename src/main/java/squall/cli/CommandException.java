package squall.cli;

import java.io.IOException;

/** Ends a command with a message for its user: what, where, found, wanted, and how to mend it. */
public final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public CommandException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public CommandException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /**
     * The same for who knows no exit codes.
     *
     * @throws IllegalArgumentException in its place, if the user asked for something wrong
     */
    public IOException plain() {
        String message = String.valueOf(getMessage());
        if (exitCode == ExitCode.USAGE) {
            throw new IllegalArgumentException(message, this);
        }
        return new IOException(message, this);
    }
}
