package squall.system;

import java.io.IOException;

/** Step of a command, and the exit codes of its failures. */
@FunctionalInterface
public interface CommandStep<T> {
    /** @throws IllegalArgumentException if what the user asked for is invalid, or a database does not support it */
    T perform() throws CommandException, IOException, InterruptedException;

    /** Performs a step. @throws CommandException if the user's request is invalid, or a file or database cannot be used */
    static <T> T of(CommandStep<T> step) throws CommandException, InterruptedException {
        try {
            return step.perform();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }
}
