package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;

/** One run's directory while it is being written; one writer, flushed every second. */
public final class RunDirectory implements RunListener, Closeable {
    private final Path path;

    private RunDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes the directory under {@code results} and writes a manifest whose state is {@code running}.
     *
     * @throws IOException if it cannot be made; the message names the directory and the reason
     */
    public static RunDirectory create(Path results, RunInfo info) throws IOException {
        throw new IOException(results + " " + info);
    }

    public Path path() {
        return path;
    }

    /** Writes the summary and the final manifest. */
    public void finish(RunResult result, List<CheckResult> checks, int exitCode) throws IOException {
        throw new IOException(result + " " + checks + " " + exitCode);
    }

    @Override
    public void close() {}
}
