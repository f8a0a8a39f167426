package squall.cli.command;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Load;
import squall.system.CommandException;
import squall.system.CommandStep;

/** Step of a command that changes tables, or prepares what they are changed by. */
public final class DatabaseStep {
    private DatabaseStep() {}

    /**
     * Performs a step that changes tables. A signal that ends the process meanwhile is said in a line, because nothing takes the change back.
     *
     * @param say gets that line, on a thread of the JVM
     * @throws CommandException as {@link CommandStep#of}
     */
    public static <T> T changing(Consumer<String> say, CommandStep<T> step)
            throws CommandException, InterruptedException {
        Thread ended = new Thread(
                () -> say.accept("ended by a signal before it was done; what it has written so far stays"),
                "ended-by-signal");
        Runtime.getRuntime().addShutdownHook(ended);
        try {
            return CommandStep.of(step);
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

    /** Creates a load and sets it up. @throws CommandException as {@link CommandStep#of}, and if the data is not what was asked for */
    public static <L extends Load> L load(CommandStep<L> maker) throws CommandException, InterruptedException {
        L load = CommandStep.of(maker);
        setUp(load);
        return load;
    }

    /** Sets up a load. @throws CommandException as {@link #load} */
    public static void setUp(Load load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        } catch (IOException e) {
            // Without a cause it is not a failure of the database, but what was found there.
            throw e.getCause() == null ? CommandException.usage(e) : CommandException.of(e);
        }
    }
}
