package squall.system;

import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;

/** Ends a command with a message for its user: what is wrong and where, the value found, the values allowed, and how to fix it. */
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

    /** For what was typed wrong. */
    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /**
     * For a file, folder or database that could not be used: {@link ExitCode#USAGE} if an input file is invalid, else {@link
     * ExitCode#UNREACHABLE}. What {@link #plain} made of one is made to the same again.
     */
    public static CommandException of(IOException failure) {
        return of("", failure);
    }

    /** As above. @param before what could not be done, such as {@code "cannot import: "} */
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
     * The same for code that knows no exit codes.
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
