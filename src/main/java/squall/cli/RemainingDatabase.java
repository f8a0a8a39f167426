package squall.cli;

import java.io.IOException;
import java.util.Optional;

/**
 * Database of this machine that may outlive a command, which tells at its end whether it runs, and how to change that.
 *
 * @param down the command that stops it
 * @param whenDown the commands for one that is down
 */
public record RemainingDatabase(String down, Optional<String> whenDown) {
    /** Check whether it runs. */
    public interface RunCheck {
        boolean runs() throws IOException, InterruptedException;
    }

    /** Describes its state: {@code stays up: bin/testbed down postgres}. */
    public String state(RunCheck check) {
        try {
            return check.runs()
                    ? "stays up: " + down
                    : "is down" + whenDown.map(commands -> ": " + commands).orElse("");
        } catch (IOException e) { // thrown, it would hide how the command ended
            return "may be up: " + down;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "may be up: " + down;
        }
    }
}
