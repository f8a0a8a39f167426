package squall.results.history;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.results.file.CanonicalJson;

/**
 * Writer of {@code history.jsonl}: a header, then a transaction a line, in the order in which they ended. A line without a line feed was
 * cut off by a crash; lines flushed before it can be read. If the header says so, a last line counts the transactions. Thread-safe.
 */
public final class HistoryWriter implements Closeable {
    private final BufferedWriter out;
    private long transactions;

    /** Last line of a history. @param transactions number of lines between the header and this line */
    record HistoryEnd(long transactions) {
        /** Beginning of this line, which no other line has. */
        static final String START = "{\"transactions\":";
    }

    public HistoryWriter(Path file, HistoryHeader header) throws IOException {
        this(Files.newBufferedWriter(file));
        out.write(CanonicalJson.line(header) + "\n");
        out.flush();
    }

    private HistoryWriter(BufferedWriter out) {
        this.out = out;
    }

    /** Opens a history whose recording was cut off, to continue it. */
    public static HistoryWriter resume(Path file) throws IOException {
        removeTornLine(file);
        return new HistoryWriter(Files.newBufferedWriter(file, StandardOpenOption.APPEND));
    }

    private static void removeTornLine(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long end = bytes.length();
            while (end > 0) {
                bytes.seek(end - 1);
                if (bytes.read() == '\n') {
                    break;
                }
                end--;
            }
            bytes.setLength(end);
        }
    }

    /** Writes a transaction. The calling thread formats the line; only the copy into the buffer is synchronized. */
    public void write(HistoryTransaction transaction) throws IOException {
        String line = line(transaction);
        synchronized (out) {
            out.write(line);
            transactions++;
        }
    }

    /** Marks the end of a complete history whose header says that its transactions are counted. */
    public void end() throws IOException {
        synchronized (out) {
            out.write(CanonicalJson.line(new HistoryEnd(transactions)) + "\n");
        }
    }

    /** Passes the written lines to the operating system. */
    public void flush() throws IOException {
        synchronized (out) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (out) {
            out.close();
        }
    }

    static String line(HistoryTransaction transaction) {
        StringBuilder line = new StringBuilder(64 + transaction.operations().size() * 32)
                .append("{\"session\":")
                .append(transaction.session())
                .append(",\"begin\":")
                .append(transaction.beginNs())
                .append(",\"end\":")
                .append(transaction.endNs())
                .append(",\"outcome\":\"")
                .append(transaction.ending().name().toLowerCase(Locale.ROOT))
                .append('"')
                .append(transaction.last() ? ",\"last\":true" : "")
                .append(",\"ops\":[");
        String comma = "";
        for (KeyOperation operation : transaction.operations()) {
            line.append(comma);
            append(line, operation);
            comma = ",";
        }
        return line.append("]}\n").toString();
    }

    private static void append(StringBuilder line, KeyOperation operation) {
        switch (operation) {
            case KeyOperation.Write write ->
                line.append("[\"w\",").append(write.key()).append(',').append(write.value());
            case KeyOperation.Read read -> {
                line.append(read.predicate() ? "[\"p\"," : "[\"r\",").append(read.key());
                for (long value : read.values()) {
                    line.append(',').append(value);
                }
            }
        }
        line.append(']');
    }
}
