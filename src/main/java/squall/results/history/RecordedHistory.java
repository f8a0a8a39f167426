package squall.results.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import squall.check.DataCheck;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.InvalidHistoryException;
import squall.check.isolation.IsolationChecker;
import squall.check.isolation.IsolationResult;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** History that was read from a file, with the line of each of its transactions. */
public final class RecordedHistory {
    private final Path file;
    private final HistoryHeader header;
    private final History history;
    private final int[] lines;

    private RecordedHistory(Path file, HistoryHeader header, History history, int[] lines) {
        this.file = file;
        this.header = header;
        this.history = history;
        this.lines = lines;
    }

    /**
     * Reads {@code history.jsonl}, also of a run directory, or a history in a {@link HistoryFormat}, which is Jepsen's EDN; the content of
     * the first brace distinguishes them.
     *
     * @throws IOException if the file does not exist, or is not a history; the message names file, line and reason
     */
    public static RecordedHistory read(Path place) throws IOException {
        Path file = Files.isDirectory(place) ? IsolationRecord.history(place) : place;
        try (BufferedReader in = InputFile.open(file)) {
            in.mark(1 << 12);
            boolean ours = next(in) == '{' && next(in) == '"';
            in.reset();
            if (ours) {
                return new JsonHistoryReader(file).read(in);
            }
            Optional<HistoryFormat> edn =
                    ServiceLoader.load(HistoryFormat.class).findFirst();
            if (edn.isEmpty()) {
                throw new InvalidFileException(
                        file + " is not a history that Squall wrote; Jepsen's, in EDN, are read by"
                                + " dev.squall:squall-histories, which is not on the class path");
            }
            return edn.get().read(file, in);
        }
    }

    /** Reads the next character that is not blank, or -1. */
    private static int next(BufferedReader in) throws IOException {
        int next = in.read();
        while (next >= 0 && Character.isWhitespace(next)) {
            next = in.read();
        }
        return next;
    }

    public HistoryHeader header() {
        return header;
    }

    public History history() {
        return history;
    }

    /** @throws IOException if the history cannot have happened; the message names file, line and reason */
    public IsolationResult check() throws IOException {
        try {
            return IsolationChecker.check(history);
        } catch (InvalidHistoryException e) {
            throw new InvalidFileException(file + ":" + lines[e.transaction()] + ": " + e.getMessage(), e);
        }
    }

    /** Checks the history as {@link #check} does, and returns the record to write and show. */
    public IsolationRecord judged() throws IOException {
        return IsolationRecord.of(header, check());
    }

    /**
     * Checks the history of a run directory, and writes the record there.
     *
     * @return the counts behind the verdict, one line; empty if the expectation of the database is violated
     * @throws IOException if it cannot be read or the record cannot be written
     */
    public static String judge(Path directory, IsolationRecord.HistorySource source, DataCheck check)
            throws IOException {
        IsolationRecord record = read(directory.resolve(source.history())).judged();
        record.write(directory, source);
        return record.judge(check);
    }

    /** Collection of the transactions that a reader has read, with their lines. */
    public static final class Lines {
        private final Path file;
        private final History.Builder builder;
        private final HistoryHeader header;
        private int[] lines = new int[1024];

        public Lines(Path file, HistoryHeader header) {
            this.file = file;
            this.header = header;
            this.builder = History.builder(header.model());
        }

        public void add(int line, HistoryTransaction transaction) throws IOException {
            if (builder.size() == lines.length) {
                lines = Arrays.copyOf(lines, lines.length * 2);
            }
            lines[builder.size()] = line;
            try {
                builder.add(transaction);
            } catch (InvalidHistoryException e) {
                throw new InvalidFileException(file + ":" + line + ": " + e.getMessage(), e);
            }
        }

        /** Names a key for its user. */
        public void name(long key, String name) {
            builder.name(key, name);
        }

        int size() {
            return builder.size();
        }

        /** Returns the history as far as it was recorded. */
        RecordedHistory cutOff() throws IOException {
            try {
                builder.cutOff();
            } catch (InvalidHistoryException e) {
                throw new InvalidFileException(file + ": " + e.getMessage(), e);
            }
            return end();
        }

        public RecordedHistory end() {
            return new RecordedHistory(file, header, builder.build(), lines);
        }
    }
}
