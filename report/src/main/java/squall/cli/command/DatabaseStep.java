package squall.cli.command;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Load;
import squall.system.CommandException;

/** Step of a command that touches a database, and the exit codes of its failures. */
@FunctionalInterface
public interface DatabaseStep<T> {
    /** @throws IllegalArgumentException if the database does not support what was asked for */
    T perform() throws CommandException, IOException, InterruptedException;

    /** Performs a step. @throws CommandException if the database cannot be reached, refuses, or does not support what was asked for */
    static <T> T of(DatabaseStep<T> step) throws CommandException, InterruptedException {
        try {
            return step.perform();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    /**
     * Performs a step that changes tables. A signal that ends the process meanwhile is said in a line, because nothing takes the change back.
     *
     * @param say gets that line, on a thread of the JVM
     * @throws CommandException as {@link #of}
     */
    static <T> T changing(Consumer<String> say, DatabaseStep<T> step) throws CommandException, InterruptedException {
        Thread ended = new Thread(
                () -> say.accept("ended by a signal before it was done; what it has written so far stays"),
                "ended-by-signal");
        Runtime.getRuntime().addShutdownHook(ended);
        try {
            return of(step);
        } finally {
            removeHook(ended);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook runs
        }
    }

    /** Creates a load and sets it up. @throws CommandException as {@link #of}, and if the data is not what was asked for */
    static <L extends Load> L load(DatabaseStep<L> maker) throws CommandException, InterruptedException {
        L load = of(maker);
        setUp(load);
        return load;
    }

    /** Sets up a load. @throws CommandException as {@link #load} */
    static void setUp(Load load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        } catch (IOException e) {
            // Without a cause it is not a failure of the database, but what was found there.
            throw e.getCause() == null
                    ? CommandException.usage(e)
                    : CommandException.of(e);
        }
    }
}
