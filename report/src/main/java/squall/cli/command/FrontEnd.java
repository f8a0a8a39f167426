package squall.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.spi.CheckResult;
import squall.system.CommandException;
import squall.verdict.JudgedRun;

/**
 * Front end of a run: its own listeners, checks and output. Methods are called in this order, by the thread that executes the command
 * except for {@link #checks}.
 */
public interface FrontEnd {
    /**
     * Prepares the front end after the run directory was made, before anything runs. @throws IOException if a file cannot be written
     * there: nothing is run then
     */
    default void begin(Path directory) throws IOException, InterruptedException {}

    /** Returns the listeners of the run, in addition to the run directory and the progress. */
    default List<RunListener> listeners() {
        return List.of();
    }

    /**
     * Checks the data after the run, also after a failed one; on a separate thread, which a signal interrupts. As with
     * {@link squall.spi.Load#check}, an unreachable database is a verdict, not an exception.
     */
    List<CheckResult> checks(RunResult result) throws InterruptedException;

    /** Writes additional files into the run directory, before it is closed and hashed. A failure makes the run's results incomplete. */
    default void keep(Path directory, JudgedRun run) throws IOException {}

    /** Returns additional figures, one per line, shown below those of the operations. */
    default List<String> figures(JudgedRun run) {
        return List.of();
    }

    /** Prints the result in its own format; the run directory is complete by then. */
    default void report(JudgedRun run) throws CommandException, IOException {}
}
