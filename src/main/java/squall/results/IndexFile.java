package squall.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** {@code results/index.csv}: one line for each run, for tools that look for changes over many runs. Several processes may append. */
final class IndexFile {
    /** A file lock keeps other processes out, but throws within one. */
    private static final Lock THIS_PROCESS = new ReentrantLock();

    private IndexFile() {}

    /**
     * Adds one line. A file that already has a header keeps its columns: a value it has no column for is left out, a column without value
     * stays empty.
     *
     * @param row by column, in the order of a new file
     */
    static void append(Path file, Map<String, String> row) throws IOException {
        THIS_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            byte[] addition = addition(content(channel), row).getBytes(StandardCharsets.UTF_8);
            channel.write(ByteBuffer.wrap(addition), channel.size());
            lock.release();
        } finally {
            THIS_PROCESS.unlock();
        }
    }

    private static String content(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // read moves the position on
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static String addition(String content, Map<String, String> row) {
        if (content.isEmpty()) {
            return Csv.line(row.keySet().toArray()) + "\n"
                    + Csv.line(row.values().toArray()) + "\n";
        }
        List<String> columns = Csv.cells(content.lines().findFirst().orElseThrow());
        String line =
                Csv.line(columns.stream().map(c -> row.getOrDefault(c, "")).toArray());
        return (content.endsWith("\n") ? "" : "\n") + line + "\n";
    }
}
