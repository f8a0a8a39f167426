package squall.results.repeat;

import java.nio.file.Path;

/**
 * One turn that is over.
 *
 * @param side 0 or 1
 * @param run the run directory that the command made
 * @param exitCode with which it ended
 */
public record Attempt(int side, Path run, int exitCode) {}
