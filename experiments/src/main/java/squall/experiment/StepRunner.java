package squall.experiment;

import java.io.IOException;
import java.nio.file.Path;

/** Runs a command of a front end. */
@FunctionalInterface
public interface StepRunner {
    /**
     * Runs it to its end. Its results go into the folder, and what it prints into a file there.
     *
     * @param folder of this step, which is there and empty
     * @return its exit code
     * @throws IOException if it cannot be started
     */
    int run(FrontEndWords words, Path folder) throws IOException, InterruptedException;
}
