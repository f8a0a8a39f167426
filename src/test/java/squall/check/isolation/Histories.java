package squall.check.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builder of histories as a test writes them: {@code "w x 1, r y 2 3"} appends 1 to x and reads y as [2 3]; {@code "p y"} finds no y by a
 * predicate. Transactions have a session each and begin and end one after the other unless told otherwise.
 */
final class Histories {
    private static final Pattern OPERATION = Pattern.compile("([wrp]) ([a-z])((?: \\d+)*)");

    private final History.Builder builder;
    private long now;

    private Histories(History.Model model) {
        this.builder = History.builder(model);
    }

    static Histories lists() {
        return new Histories(History.Model.LIST_APPEND);
    }

    static Histories registers() {
        return new Histories(History.Model.REGISTER);
    }

    Histories committed(String operations) throws InvalidHistoryException {
        now += 10;
        return add(builder.size(), now, now + 5, History.Ending.COMMITTED, operations);
    }

    /** Transactions that run at the same time, each in a session of its own. */
    Histories together(String... transactions) throws InvalidHistoryException {
        now += 10;
        for (String operations : transactions) {
            add(builder.size(), now, now + 5, History.Ending.COMMITTED, operations);
        }
        return this;
    }

    Histories inSession(int session, String operations) throws InvalidHistoryException {
        now += 10;
        return add(session, now, now + 5, History.Ending.COMMITTED, operations);
    }

    Histories ended(History.Ending ending, String operations) throws InvalidHistoryException {
        now += 10;
        return add(builder.size(), now, now + 5, ending, operations);
    }

    Histories last(String operations) throws InvalidHistoryException {
        now += 10;
        builder.begin(builder.size(), now).last();
        operations(operations);
        builder.end(now + 5, History.Ending.COMMITTED);
        return this;
    }

    Histories add(int session, long beginNs, long endNs, History.Ending ending, String operations)
            throws InvalidHistoryException {
        builder.begin(session, beginNs);
        operations(operations);
        builder.end(endNs, ending);
        return this;
    }

    History history() {
        return builder.build();
    }

    IsolationResult check() throws InvalidHistoryException {
        return IsolationChecker.check(history());
    }

    private void operations(String operations) throws InvalidHistoryException {
        for (String text : operations.split(", ", -1)) {
            Matcher matcher = OPERATION.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not an operation: '" + text + "'");
            }
            long key = matcher.group(2).charAt(0);
            long[] values = values(matcher.group(3));
            switch (matcher.group(1)) {
                case "w" -> builder.write(key, values[0]);
                case "r" -> builder.read(key, values);
                default -> builder.readByPredicate(key, values);
            }
        }
    }

    private static long[] values(String text) {
        List<Long> values = new ArrayList<>();
        for (String value : text.strip().split(" ", -1)) {
            if (!value.isEmpty()) {
                values.add(Long.parseLong(value));
            }
        }
        return values.stream().mapToLong(Long::longValue).toArray();
    }
}
