package squall.results.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import squall.check.DataCheck;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.InvalidHistoryException;
import squall.check.isolation.IsolationChecker;
import squall.check.isolation.IsolationResult;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** A history that was read from a file, with the line that each of its transactions came from. */
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
     * Reads {@code history.jsonl}, also of a run directory, or the EDN of Jepsen's list-append and rw-register, told apart by what the first
     * brace encloses.
     *
     * @throws IOException if there is no such file, or it is no history; the message names file, line and reason
     */
    public static RecordedHistory read(Path place) throws IOException {
        Path file = Files.isDirectory(place) ? IsolationRecord.history(place) : place;
        try (BufferedReader in = InputFile.open(file)) {
            in.mark(1 << 12);
            boolean ours = next(in) == '{' && next(in) == '"';
            in.reset();
            return ours ? new JsonHistoryReader(file).read(in) : new EdnHistoryReader(file).read(in);
        }
    }

    /** The next character that is not blank, or -1. */
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

    /** As {@link #check}, as it is kept and shown. */
    public IsolationRecord judged() throws IOException {
        return IsolationRecord.of(header, check());
    }

    /**
     * Judges the history of a run directory, whose record is written there.
     *
     * @return the counts behind the verdict, one line; empty if what is expected of the database is broken
     * @throws IOException if it cannot be read or the record cannot be written
     */
    public static String judge(Path directory, IsolationRecord.HistorySource source, DataCheck check)
            throws IOException {
        IsolationRecord record = read(directory.resolve(source.history())).judged();
        record.write(directory, source);
        check.examined(record.committed());
        if (record.violates()) {
            check.wrong(record.line());
            return "";
        }
        return record.line();
    }

    /** What both readers collect. */
    static final class Lines {
        private final Path file;
        private final History.Builder builder;
        private final HistoryHeader header;
        private int[] lines = new int[1024];

        Lines(Path file, HistoryHeader header) {
            this.file = file;
            this.header = header;
            this.builder = History.builder(header.model());
        }

        void add(int line, HistoryTransaction transaction) throws IOException {
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

        /** Gives a key the name that its user knows it by. */
        void name(long key, String name) {
            builder.name(key, name);
        }

        int size() {
            return builder.size();
        }

        /** The history as far as it was recorded. */
        RecordedHistory cutOff() throws IOException {
            try {
                builder.cutOff();
            } catch (InvalidHistoryException e) {
                throw new InvalidFileException(file + ": " + e.getMessage(), e);
            }
            return end();
        }

        RecordedHistory end() {
            return new RecordedHistory(file, header, builder.build(), lines);
        }
    }
}
