package squall.histories;

import static us.bpsm.edn.Keyword.newKeyword;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.results.history.HistoryHeader;
import squall.results.history.RecordedHistory;
import squall.system.InvalidFileException;
import us.bpsm.edn.EdnException;
import us.bpsm.edn.Keyword;
import us.bpsm.edn.Symbol;
import us.bpsm.edn.Tag;
import us.bpsm.edn.parser.Parseable;
import us.bpsm.edn.parser.Parser;
import us.bpsm.edn.parser.Parsers;

/**
 * Reader of the histories of Jepsen's list-append and rw-register workloads: one map an event, in a line each or in one vector or list,
 * invocations and completions separate, times in nanoseconds. If events have no times, their order replaces them. A completion without a
 * process, as in the examples of Elle's pages, is a transaction of which neither session nor time is known.
 */
final class EdnHistoryReader {
    private static final Keyword TYPE = newKeyword("type");
    private static final Keyword PROCESS = newKeyword("process");
    private static final Keyword VALUE = newKeyword("value");
    private static final Keyword TIME = newKeyword("time");

    private final Path file;
    private final Map<Integer, Invocation> open = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();
    // Keys that are names, each with a number that represents it.
    private final Map<Object, Long> names = new HashMap<>();
    private boolean numbers;
    private History.@Nullable Model model;
    private int modelLine;
    private int event;
    private int line;

    private record Invocation(int line, long beginNs, List<?> operations) {}

    private record Event(int line, HistoryTransaction transaction) {}

    EdnHistoryReader(Path file) {
        this.file = file;
    }

    /** @throws IOException if the text is not such a history; the message names file, line and reason */
    RecordedHistory read(BufferedReader in) throws IOException {
        Parser parser = Parsers.newParser(Parsers.newParserConfigBuilder()
                .putTagHandler(Tag.newTag("jepsen.history.Op"), (tag, value) -> value)
                .build());
        CountedText text = new CountedText(in);
        try {
            boolean enclosed = text.enters("[(");
            for (line = text.line(); !(enclosed && text.enters("])")); line = text.line()) {
                Object next = parser.nextValue(text);
                if (Parser.END_OF_INPUT.equals(next)) {
                    if (enclosed) {
                        throw wrong("the history does not end: its vector or list is not closed");
                    }
                    break;
                }
                event(next);
            }
            if (enclosed && !text.ends()) {
                throw wrong("the history ended before it");
            }
        } catch (EdnException e) {
            throw wrong("it is not EDN: " + e.getMessage());
        } catch (StackOverflowError e) {
            // The parser is recursive, and a hostile file may be nested to any depth.
            throw wrong("it is nested too deeply");
        }
        for (Map.Entry<Integer, Invocation> unfinished : open.entrySet()) {
            Invocation invocation = unfinished.getValue();
            line = invocation.line();
            add(
                    unfinished.getKey(),
                    invocation.beginNs(),
                    Long.MAX_VALUE,
                    History.Ending.UNKNOWN,
                    operations(invocation.operations(), true));
        }
        return history();
    }

    private RecordedHistory history() throws IOException {
        if (events.isEmpty()) {
            throw new InvalidFileException(file + ": there is no transaction in it");
        }
        HistoryHeader header = new HistoryHeader(model == null ? History.Model.REGISTER : model, "", "");
        RecordedHistory.Lines lines = new RecordedHistory.Lines(file, header);
        names.forEach((name, number) -> lines.name(number, String.valueOf(name)));
        for (Event ended : events) {
            lines.add(ended.line(), ended.transaction());
        }
        return lines.end();
    }

    private void event(@Nullable Object next) throws IOException {
        event++;
        if (!(next instanceof Map<?, ?> map)) {
            throw wrong("it is not a map");
        }
        Object process = map.get(PROCESS);
        if (process instanceof Keyword) {
            return; // the nemesis
        }
        String type = map.get(TYPE) instanceof Keyword keyword ? keyword.getName() : "";
        List<?> value = map.get(VALUE) instanceof List<?> operations ? operations : null;
        long time = map.get(TIME) instanceof Long given ? given : event;
        switch (type) {
            case "invoke" -> invoke(session(process), new Invocation(line, time, known(value)));
            case "ok" -> complete(process, time, History.Ending.COMMITTED, known(value));
            case "fail" -> complete(process, time, History.Ending.ABORTED, value);
            case "info" -> complete(process, time, History.Ending.UNKNOWN, value);
            default -> throw wrong(":type must be :invoke, :ok, :fail or :info, not '" + type + "'");
        }
    }

    private List<?> known(@Nullable List<?> operations) throws IOException {
        if (operations == null) {
            throw wrong(":value must be a vector of operations");
        }
        return operations;
    }

    private int session(@Nullable Object process) throws IOException {
        if (process instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw wrong(":process must be a whole number from 0 on, or the name of a nemesis, not " + process);
    }

    private void invoke(int process, Invocation invocation) throws IOException {
        if (open.put(process, invocation) != null) {
            throw wrong("process " + process + " begins a transaction before its last one ended");
        }
        operations(invocation.operations(), true);
    }

    /** Completes a transaction. If it did not end with :ok, only its writes are known, from its invocation. */
    private void complete(@Nullable Object process, long time, History.Ending ending, @Nullable List<?> value)
            throws IOException {
        boolean committed = ending == History.Ending.COMMITTED;
        if (process == null) {
            int alone = -1 - events.size();
            add(alone, Long.MIN_VALUE, Long.MAX_VALUE, ending, operations(known(value), !committed));
            return;
        }
        int session = session(process);
        Invocation invocation = open.remove(session);
        if (invocation == null) {
            throw wrong("process " + process + " completes a transaction that it has not begun");
        }
        List<?> done = committed ? known(value) : invocation.operations();
        add(session, invocation.beginNs(), time, ending, operations(done, !committed));
    }

    private void add(int session, long beginNs, long endNs, History.Ending ending, List<KeyOperation> operations) {
        events.add(new Event(line, new HistoryTransaction(session, beginNs, endNs, ending, false, operations)));
    }

    private List<KeyOperation> operations(List<?> all, boolean writesOnly) throws IOException {
        List<KeyOperation> operations = new ArrayList<>();
        for (Object operation : all) {
            parsed(operation, writesOnly).ifPresent(operations::add);
        }
        return operations;
    }

    private Optional<KeyOperation> parsed(@Nullable Object operation, boolean writesOnly) throws IOException {
        if (!(operation instanceof List<?> parts)
                || parts.size() < 2
                || parts.size() > 3
                || !(parts.getFirst() instanceof Keyword kind)) {
            throw wrong("an operation must be [:append KEY VALUE], [:w KEY VALUE] or [:r KEY VALUE], not " + operation);
        }
        long key = key(parts.get(1));
        Object value = parts.size() == 3 ? parts.get(2) : null;
        return switch (kind.getName()) {
            case "append" -> Optional.of(write(History.Model.LIST_APPEND, key, value));
            case "w" -> Optional.of(write(History.Model.REGISTER, key, value));
            case "r" -> {
                if (!writesOnly && parts.size() == 2) {
                    throw wrong("a read that was done must say what it saw: " + operation);
                }
                yield writesOnly ? Optional.empty() : Optional.of(new KeyOperation.Read(key, values(value), false));
            }
            default -> throw wrong("'" + kind.getName() + "' is not an operation: use :append, :w or :r");
        };
    }

    private KeyOperation write(History.Model kind, long key, @Nullable Object value) throws IOException {
        require(kind);
        return new KeyOperation.Write(key, number(value));
    }

    /** Checks that all operations are of lists, or all are of registers. */
    private void require(History.Model found) throws IOException {
        if (model == null) {
            model = found;
            modelLine = line;
        } else if (model != found) {
            throw wrong("it is of " + (found == History.Model.REGISTER ? "a register" : "a list") + ", and line "
                    + modelLine + " of " + (model == History.Model.REGISTER ? "a register" : "a list"));
        }
    }

    private long key(@Nullable Object key) throws IOException {
        if (key instanceof Long number) {
            numbers = true;
            requireAlike(number);
            return number;
        }
        if (key == null || !(key instanceof Keyword || key instanceof String || key instanceof Symbol)) {
            throw wrong("a key must be a whole number of at most 64 bits or a name, not " + text(key));
        }
        long number = names.computeIfAbsent(key, fresh -> (long) names.size());
        requireAlike(key);
        return number;
    }

    private void requireAlike(Object key) throws IOException {
        if (numbers && !names.isEmpty()) {
            throw wrong("keys must all be numbers or all be names, not " + key + " next to others");
        }
    }

    private List<Long> values(@Nullable Object value) throws IOException {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            require(History.Model.REGISTER);
            return List.of(number(value));
        }
        require(History.Model.LIST_APPEND);
        List<Long> values = new ArrayList<>();
        for (Object element : list) {
            values.add(number(element));
        }
        return values;
    }

    private long number(@Nullable Object value) throws IOException {
        if (value instanceof Long number) {
            return number;
        }
        throw wrong("a value must be a whole number of at most 64 bits, not " + text(value));
    }

    /** Formats a value as it is written: {@code 5N}. */
    private static String text(@Nullable Object value) {
        return value instanceof BigInteger ? value + "N" : String.valueOf(value);
    }

    private InvalidFileException wrong(String reason) {
        return new InvalidFileException(file + ":" + line + ": " + reason);
    }

    /** Input of the parser, with the number of the current line. */
    private static final class CountedText implements Parseable {
        private static final int NONE = -2;

        private final BufferedReader in;
        private int line = 1;
        private int unread = NONE;

        CountedText(BufferedReader in) {
            this.in = in;
        }

        /** Returns the line of the next value. */
        int line() throws IOException {
            skipBlanks();
            return line;
        }

        @Override
        public int read() throws IOException {
            int next = unread == NONE ? in.read() : unread;
            unread = NONE;
            line += next == '\n' ? 1 : 0;
            return next;
        }

        @Override
        public void unread(int character) {
            unread = character;
            line -= character == '\n' ? 1 : 0;
        }

        /** Reads the next character if it is one of these. */
        boolean enters(String characters) throws IOException {
            skipBlanks();
            int next = read();
            if (next >= 0 && characters.indexOf(next) >= 0) {
                return true;
            }
            unread(next);
            return false;
        }

        boolean ends() throws IOException {
            skipBlanks();
            int next = read();
            unread(next);
            return next == END_OF_INPUT;
        }

        /** Skips blanks, commas and comments. */
        private void skipBlanks() throws IOException {
            boolean comment = false;
            int next = read();
            while (next >= 0 && (comment || next == ';' || next == ',' || Character.isWhitespace(next))) {
                comment = next != '\n' && (comment || next == ';');
                next = read();
            }
            unread(next);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
