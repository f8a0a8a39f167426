package squall.results.history;

import static us.bpsm.edn.Keyword.newKeyword;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.Operation;
import squall.host.InvalidFileException;
import us.bpsm.edn.EdnException;
import us.bpsm.edn.Keyword;
import us.bpsm.edn.Tag;
import us.bpsm.edn.parser.Parseable;
import us.bpsm.edn.parser.Parser;
import us.bpsm.edn.parser.Parsers;

/**
 * Reads what Jepsen's list-append and rw-register workloads leave: one map an event, in a line each or in one vector, invocations and
 * completions apart, times in nanoseconds. Where events have no times their order stands in for them.
 */
final class EdnHistoryReader implements HistoryReader {
    private static final Keyword TYPE = newKeyword("type");
    private static final Keyword PROCESS = newKeyword("process");
    private static final Keyword VALUE = newKeyword("value");
    private static final Keyword TIME = newKeyword("time");

    private final Path file;
    private final Map<Long, Invocation> open = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private boolean appends;
    private int event;

    private record Invocation(long beginNs, List<?> operations) {}

    private record Event(int number, HistoryTransaction transaction) {}

    EdnHistoryReader(Path file) {
        this.file = file;
    }

    @Override
    public RecordedHistory read(BufferedReader in) throws IOException {
        Parser parser = Parsers.newParser(Parsers.newParserConfigBuilder()
                .putTagHandler(Tag.newTag("jepsen.history.Op"), (tag, value) -> value)
                .build());
        Parseable text = Parsers.newParseable(in);
        try {
            for (Object next = parser.nextValue(text);
                    !Parser.END_OF_INPUT.equals(next);
                    next = parser.nextValue(text)) {
                if (next instanceof List<?> all) {
                    for (Object one : all) {
                        event(one);
                    }
                } else {
                    event(next);
                }
            }
        } catch (EdnException e) {
            throw wrong("it is not EDN: " + e.getMessage());
        } catch (StackOverflowError e) {
            // The parser is recursive, and a hostile file may be nested as deeply as it likes.
            throw wrong("it is nested too deeply");
        }
        for (Map.Entry<Long, Invocation> unfinished : open.entrySet()) {
            events.add(new Event(
                    event,
                    transaction(
                            unfinished.getKey(),
                            unfinished.getValue(),
                            Long.MAX_VALUE,
                            History.Ending.UNKNOWN,
                            List.of())));
        }
        return history();
    }

    private RecordedHistory history() throws IOException {
        History.Model model = appends ? History.Model.LIST_APPEND : History.Model.REGISTER;
        RecordedHistory.Lines lines = new RecordedHistory.Lines(file, new HistoryHeader(model, "", ""));
        for (Event ended : events) {
            lines.add(ended.number(), ended.transaction());
        }
        return lines.end();
    }

    private void event(@Nullable Object next) throws IOException {
        event++;
        if (!(next instanceof Map<?, ?> map)) {
            throw wrong("it is not a map");
        }
        if (!(map.get(PROCESS) instanceof Long process)) {
            return; // the nemesis
        }
        long time = map.get(TIME) instanceof Long given ? given : event;
        String type = map.get(TYPE) instanceof Keyword keyword ? keyword.getName() : "";
        if (type.equals("invoke")) {
            invoke(process, time, operations(map.get(VALUE)));
            return;
        }
        Invocation invocation = open.remove(process);
        if (invocation == null) {
            throw wrong("process " + process + " completes a transaction that it has not begun");
        }
        History.Ending ending = switch (type) {
            case "ok" -> History.Ending.COMMITTED;
            case "fail" -> History.Ending.ABORTED;
            case "info" -> History.Ending.UNKNOWN;
            default -> throw wrong(":type must be :invoke, :ok, :fail or :info, not '" + type + "'");
        };
        List<?> done = ending == History.Ending.COMMITTED ? operations(map.get(VALUE)) : List.of();
        events.add(new Event(event, transaction(process, invocation, time, ending, done)));
    }

    private void invoke(long process, long time, List<?> operations) throws IOException {
        if (open.put(process, new Invocation(time, operations)) != null) {
            throw wrong("process " + process + " begins a transaction before its last one ended");
        }
        for (Object operation : operations) {
            parsed(operation, true);
        }
    }

    private List<?> operations(@Nullable Object value) throws IOException {
        if (value instanceof List<?> operations) {
            return operations;
        }
        throw wrong(":value must be a vector of operations");
    }

    /** Of a transaction that did not end with :ok only its writes are known. */
    private HistoryTransaction transaction(
            long process, Invocation invocation, long endNs, History.Ending ending, List<?> done) throws IOException {
        List<Operation> operations = new ArrayList<>();
        boolean complete = ending == History.Ending.COMMITTED;
        for (Object operation : complete ? done : invocation.operations()) {
            parsed(operation, !complete).ifPresent(operations::add);
        }
        return new HistoryTransaction((int) process, invocation.beginNs(), endNs, ending, false, operations);
    }

    private Optional<Operation> parsed(@Nullable Object operation, boolean writesOnly) throws IOException {
        if (!(operation instanceof List<?> parts)
                || parts.size() != 3
                || !(parts.getFirst() instanceof Keyword kind)
                || !(parts.get(1) instanceof Long key)) {
            throw wrong("an operation must be [:append KEY VALUE], [:w KEY VALUE] or [:r KEY VALUE] with numbers, not "
                    + operation);
        }
        return switch (kind.getName()) {
            case "append", "w" -> {
                appends |= kind.getName().equals("append");
                yield Optional.of(new Operation.Write(key, number(parts.get(2))));
            }
            case "r" ->
                writesOnly ? Optional.empty() : Optional.of(new Operation.Read(key, values(parts.get(2)), false));
            default -> throw wrong("'" + kind.getName() + "' is not an operation: use :append, :w or :r");
        };
    }

    private List<Long> values(@Nullable Object value) throws IOException {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            return List.of(number(value));
        }
        appends = true;
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
        throw wrong("a value must be a whole number, not " + value);
    }

    private InvalidFileException wrong(String reason) {
        return new InvalidFileException(file + ", event " + event + ": " + reason);
    }
}
