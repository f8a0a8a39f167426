package squall.apps.paper;

import java.util.List;
import squall.system.CommandException;
import squall.system.ExitCode;

/** What the paper needs of {@code bin/sample-apps}. */
public interface SampleAppRunner {
    /** Whether this installation has a workload of that name. */
    boolean has(String workload);

    /** Looks at a command line without running it. @throws CommandException if it cannot be run; the message says why */
    void check(List<String> words) throws CommandException;

    /** Runs a command line to its end and tells what it prints; failures are exit codes. */
    ExitCode run(List<String> words);
}
