package squall.results.file;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import squall.measure.Tick;

/** Text file that only grows. Lines end with a line feed, so a line without one was cut off by a crash. */
public final class AppendOnlyFile implements Closeable {
    /** File that grows by every closed second of a run; the data of a second are on disk when {@link #closed} returns. */
    public interface TickFile extends Closeable {
        void closed(Tick tick) throws IOException;
    }

    private final BufferedWriter out;

    public AppendOnlyFile(Path file) throws IOException {
        // Files.newBufferedWriter would fail at half of a pair of surrogates, as in a message that was cut.
        this.out = new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8));
    }

    public void line(String line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
