package squall.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import squall.cli.CommandException;
import squall.cli.JudgedRun;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;

/** What a front end adds to a run; called in this order, by the thread that executes the command but for {@link #checks}. */
public interface FrontEnd {
    /** What has to hear the run beside the run directory and the progress. */
    default List<RunListener> listeners() {
        return List.of();
    }

    /**
     * Judges the data after the run, also after one that failed; on a thread of its own, which a signal interrupts. As with {@link squall.spi.Load#check}, a database that cannot be asked
     * is a verdict, not an exception.
     */
    List<CheckResult> checks(RunResult result) throws InterruptedException;

    /** Writes files of its own into the run directory, before that is closed and hashed. A failure makes the run's results incomplete. */
    default void keep(Path directory, JudgedRun run) throws IOException {}

    /** Figures of its own, a line each, shown under those of the operations. */
    default List<String> figures(JudgedRun run) {
        return List.of();
    }

    /** Prints the result in its own format; the run directory is complete by then. */
    default void report(JudgedRun run) throws CommandException, IOException {}
}
