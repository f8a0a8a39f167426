package squall.results.history;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.Operation;
import squall.results.Json;

/**
 * Writes {@code history.jsonl}: a header, then a transaction a line, in the order in which they ended. A line without a line feed was
 * cut off by a crash; what was flushed before it can be read. Safe for use by many threads.
 */
public final class HistoryWriter implements Closeable {
    /** The file's name in a run directory. */
    public static final String NAME = "history.jsonl";

    private final BufferedWriter out;

    public HistoryWriter(Path file, HistoryHeader header) throws IOException {
        this.out = Files.newBufferedWriter(file);
        out.write(Json.line(header) + "\n");
        out.flush();
    }

    /** Lines are formatted by the calling thread; only the copy into the buffer is done by one at a time. */
    public void write(HistoryTransaction transaction) throws IOException {
        String line = line(transaction);
        synchronized (out) {
            out.write(line);
        }
    }

    /** Hands what was written to the operating system. */
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
        for (Operation operation : transaction.operations()) {
            line.append(comma);
            append(line, operation);
            comma = ",";
        }
        return line.append("]}\n").toString();
    }

    private static void append(StringBuilder line, Operation operation) {
        switch (operation) {
            case Operation.Write write ->
                line.append("[\"w\",").append(write.key()).append(',').append(write.value());
            case Operation.Read read -> {
                line.append(read.predicate() ? "[\"p\"," : "[\"r\",").append(read.key());
                for (long value : read.values()) {
                    line.append(',').append(value);
                }
            }
        }
        line.append(']');
    }
}
