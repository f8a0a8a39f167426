package squall.system;

import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Exception that ends a command with a message for its user: what is wrong and where, the value found, the values allowed, and how to fix
 * it.
 */
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

    /** Creates an exception for an invalid command line. */
    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    public static CommandException usage(String message, Throwable cause) {
        return new CommandException(ExitCode.USAGE, message, cause);
    }

    /** Creates an exception for what the user typed, with the message of the exception that refused it. */
    public static CommandException usage(Exception refusal) {
        return usage(String.valueOf(refusal.getMessage()), refusal);
    }

    /**
     * Creates an exception for a file, folder or database that could not be used: {@link ExitCode#USAGE} if an input file is invalid, else
     * {@link ExitCode#UNREACHABLE}. An exception converted by {@link #plain} is converted back.
     */
    public static CommandException of(IOException failure) {
        return of("", failure);
    }

    /**
     * Creates an exception with a prefix; see {@link #of(IOException)}. @param before what could not be done, such as
     * {@code "cannot import: "}
     */
    public static CommandException of(String before, IOException failure) {
        if (failure.getCause() instanceof CommandException known) {
            return new CommandException(known.exitCode(), before + known.getMessage(), failure);
        }
        boolean input = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(InvalidFileException.class::isInstance);
        return new CommandException(
                input ? ExitCode.USAGE : ExitCode.UNREACHABLE, before + FileErrors.message(failure), failure);
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /**
     * Converts this exception for code that does not use exit codes.
     *
     * @throws IllegalArgumentException instead, if the user's request is invalid
     */
    public IOException plain() {
        String message = String.valueOf(getMessage());
        if (exitCode == ExitCode.USAGE) {
            throw new IllegalArgumentException(message, this);
        }
        return new IOException(message, this);
    }
}
