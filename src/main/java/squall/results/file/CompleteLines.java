package squall.results.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Optional;
import squall.system.InputFile;

/** The lines of a file that may still grow or was left by a crash: what stands behind the last line feed is no line. */
public final class CompleteLines implements Closeable {
    private final Path file;
    private final Reader in;
    private final char[] buffer = new char[1 << 16];
    private int at;
    private int filled;
    private int number;

    public CompleteLines(Path file) throws IOException {
        this.file = file;
        this.in = InputFile.open(file);
    }

    /** Empty at the end. */
    public Optional<String> next() throws IOException {
        StringBuilder line = new StringBuilder();
        while (filled >= 0) {
            int end = lineFeed();
            line.append(buffer, at, end - at);
            if (end < filled) {
                at = end + 1;
                number++;
                return Optional.of(line.toString());
            }
            at = 0;
            filled = in.read(buffer);
        }
        return Optional.empty();
    }

    /** The file and the number of the line last given, for messages. */
    public String where() {
        return file + ":" + number;
    }

    private int lineFeed() {
        int end = at;
        while (end < filled && buffer[end] != '\n') {
            end++;
        }
        return end;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
