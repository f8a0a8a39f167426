package squall.benchbase.output;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A CSV file with a line for each window of time. Windows count from the first request of the whole run, also in the file of one
 * transaction; a window in which nothing was sent has a line too.
 */
final class WindowFile implements Closeable {
    private static final long SECOND_US = 1_000_000;

    private final BufferedWriter out;
    private final WindowForm form;
    private final int seconds;
    private final long startUs;
    private final long endUs;
    private long window;
    private long[] latencies = new long[1024];
    private int count;

    /**
     * @param seconds length of a window
     * @param startUs when the first request of the run was sent
     * @param endUs when the measured time was over: the last window may be shorter than the others
     */
    WindowFile(Path file, WindowForm form, int seconds, long startUs, long endUs) throws IOException {
        this.out = Files.newBufferedWriter(file);
        this.form = form;
        this.seconds = seconds;
        this.startUs = startUs;
        this.endUs = endUs;
        out.write(form.header());
        out.write('\n');
    }

    /** Comes in the order of time. */
    void add(Request request) throws IOException {
        long of = (request.startUs() - startUs) / (seconds * SECOND_US);
        while (window < of) {
            closeWindow();
        }
        if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
        }
        latencies[count++] = request.latencyUs();
    }

    @Override
    public void close() throws IOException {
        try (out) {
            while (startUs + window * seconds * SECOND_US < endUs) {
                closeWindow();
            }
        }
    }

    private void closeWindow() throws IOException {
        long fromUs = startUs + window * seconds * SECOND_US;
        double length = Math.min(seconds * SECOND_US, endUs - fromUs) / (double) SECOND_US;
        out.write(form.line(window * seconds, length, Distribution.of(Arrays.copyOf(latencies, count))));
        out.write('\n');
        window++;
        count = 0;
    }
}
