package squall.results;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import squall.host.InputFile;

/** The lines of a file one after the other, the next one always in sight. */
final class StoredLines implements Closeable {
    private final Path file;
    private final BufferedReader in;
    private Optional<String> next;
    private int number = 1;

    StoredLines(Path file) throws IOException {
        this.file = file;
        this.in = InputFile.open(file);
        this.next = Optional.ofNullable(in.readLine());
    }

    /** Empty at the end. */
    Optional<String> next() {
        return next;
    }

    /** The file and the number of the next line, for messages. */
    String where() {
        return file + ":" + number;
    }

    void advance() throws IOException {
        next = Optional.ofNullable(in.readLine());
        number++;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
