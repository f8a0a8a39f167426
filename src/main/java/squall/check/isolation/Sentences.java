package squall.check.isolation;

import java.util.Locale;
import squall.check.isolation.IsolationResult.Witness;

/** Text of the dependencies between two transactions, for a reader. Transactions are T0, T1, ... in the order of the history. */
record Sentences(History history) {
    private static final int SHOWN = 6;

    Witness.CycleStep step(int from, int to, Dependency dependency, int operation, int version) {
        return new Witness.CycleStep(
                history.number(from), history.number(to), dependency, text(from, to, dependency, operation, version));
    }

    private String text(int from, int to, Dependency dependency, int operation, int version) {
        return switch (dependency) {
            case WRITE_WRITE ->
                name(to) + " " + wrote(operation) + " after " + name(from)
                        + (isList() ? "'s append of " : " had written ") + history.value(version);
            case WRITE_READ ->
                name(to) + " read " + result(operation) + ", which " + name(from) + " had "
                        + (isList() ? "appended " : "written ") + history.value(version) + " to";
            case READ_WRITE ->
                name(from) + " read " + result(operation) + " and did not see the " + history.value(version) + " that "
                        + name(to) + (isList() ? " appended" : " wrote");
            case PREDICATE_READ_WRITE ->
                name(from) + " searched and found " + result(operation) + ", without the " + history.value(version)
                        + " of " + name(to);
            case SESSION -> name(from) + " came before " + name(to) + " in session " + history.session(to);
            case REAL_TIME ->
                String.format(
                        Locale.ROOT,
                        "%s was acknowledged %.3f ms before %s began",
                        name(from),
                        (history.beginNs(to) - history.endNs(from)) / 1e6,
                        name(to));
        };
    }

    String name(int transaction) {
        if (history.isUnrecorded(transaction)) {
            return "T" + transaction + " (not recorded)";
        }
        int session = history.session(transaction);
        return "T" + history.number(transaction) + (session < 0 ? "" : " (session " + session + ")");
    }

    private boolean isList() {
        return history.model() == History.Model.LIST_APPEND;
    }

    /** Describes a write: "wrote 5 to key 3". */
    String wrote(int write) {
        return (isList() ? "appended " : "wrote ") + history.value(history.written(write)) + " to key " + key(write);
    }

    /** Describes a read: "key 3 as [1 2 5]". */
    String result(int read) {
        StringBuilder text = new StringBuilder("key ").append(key(read)).append(" as ");
        int length = history.readLength(read);
        if (!isList()) {
            return text.append(length == 0 ? "absent" : String.valueOf(history.value(history.read(read, 0))))
                    .toString();
        }
        text.append(length > SHOWN ? "[... " : "[");
        for (int position = Math.max(0, length - SHOWN); position < length; position++) {
            text.append(position > Math.max(0, length - SHOWN) ? " " : "")
                    .append(history.value(history.read(read, position)));
        }
        return text.append(']').toString();
    }

    private String key(int operation) {
        return history.keyName(history.key(operation));
    }
}
