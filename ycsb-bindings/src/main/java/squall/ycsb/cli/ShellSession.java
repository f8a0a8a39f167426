package squall.ycsb.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import squall.system.ExitCode;

/** Session of a shell: its database, its current table, and how well it went so far. */
final class ShellSession {
    private static final String RULE = "--------------------------------";

    private final DB db;
    private final PrintStream out;
    private final List<ExitCode> codes = new ArrayList<>();
    private String table;

    ShellSession(DB db, String table, PrintStream out) {
        this.db = db;
        this.table = table;
        this.out = out;
    }

    ExitCode exitCode() {
        return ExitCode.worst(codes);
    }

    void notUnderstood(String why) {
        codes.add(ExitCode.USAGE);
        out.println("Error: " + why);
    }

    void read(List<String> words) {
        Map<String, ByteIterator> row = new HashMap<>();
        Set<String> fields = fields(words.subList(1, words.size()));
        answer("Return code: ", () -> db.read(table, words.getFirst(), fields, row));
        print(row);
    }

    @SuppressWarnings("JdkObsolete") // upstream's interface takes a Vector
    void scan(List<String> words) {
        Optional<Integer> count = wholeNumber(words.get(1));
        if (count.isEmpty()) {
            notUnderstood("recordcount must be a whole number of at least 1, not '" + words.get(1) + "'");
            return;
        }
        Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
        Set<String> fields = fields(words.subList(2, words.size()));
        answer("Result: ", () -> db.scan(table, words.getFirst(), count.get(), fields, rows));
        print(rows);
    }

    void insert(List<String> words) {
        values(words).ifPresent(row -> answer("Result: ", () -> db.insert(table, words.getFirst(), row)));
    }

    void update(List<String> words) {
        values(words).ifPresent(row -> answer("Result: ", () -> db.update(table, words.getFirst(), row)));
    }

    void delete(List<String> words) {
        answer("Return result: ", () -> db.delete(table, words.getFirst()));
    }

    void table(List<String> words) {
        if (!words.isEmpty()) {
            table = words.getFirst();
        }
        out.println("Using table \"" + table + "\"");
    }

    private void answer(String prefix, Supplier<Status> call) {
        Status status;
        try {
            status = call.get();
        } catch (RuntimeException | LinkageError e) { // third-party code
            codes.add(ExitCode.EXPECTATION);
            out.println("Error: " + db.getClass().getName() + " threw " + e);
            return;
        }
        out.println(prefix + status.getName());
        if (!status.isOk() && !status.equals(Status.NOT_FOUND)) {
            codes.add(ExitCode.EXPECTATION);
            out.println(status.getDescription());
        }
    }

    private void print(List<? extends Map<String, ByteIterator>> rows) {
        out.println(rows.isEmpty() ? "0 records" : RULE);
        int record = 0;
        for (Map<String, ByteIterator> row : rows) {
            out.println("Record " + record++);
            print(row);
            out.println(RULE);
        }
    }

    private void print(Map<String, ByteIterator> row) {
        new TreeMap<>(row).forEach((field, value) -> out.println(field + "=" + value));
    }

    /** Returns the fields named; null means all fields, as the interface of YCSB wants it. */
    private static @Nullable Set<String> fields(List<String> words) {
        return words.isEmpty() ? null : new HashSet<>(words);
    }

    private Optional<Map<String, ByteIterator>> values(List<String> words) {
        Map<String, ByteIterator> values = new HashMap<>();
        for (String pair : words.subList(1, words.size())) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                notUnderstood("expected name=value, not '" + pair + "'");
                return Optional.empty();
            }
            values.put(pair.substring(0, equals), new StringByteIterator(pair.substring(equals + 1)));
        }
        return Optional.of(values);
    }

    private static Optional<Integer> wholeNumber(String word) {
        try {
            return Optional.of(Integer.valueOf(word)).filter(n -> n > 0);
        } catch (NumberFormatException e) {
            return Optional.empty(); // the caller reports what is expected
        }
    }
}
