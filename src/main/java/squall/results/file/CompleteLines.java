package squall.results.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Optional;
import squall.system.InputFile;

/** Lines of a file that may still grow or was left by a crash: text after the last line feed is not a line. */
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

    /** Reads the next line; empty at the end. */
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

    /** Returns the file and the number of the last line read, for messages. */
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
