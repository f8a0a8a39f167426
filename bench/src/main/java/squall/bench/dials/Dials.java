package squall.bench.dials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Configuration of one server: all of its dials.
 *
 * @param version answer to {@code select version()}
 * @param table with its one row
 * @param warehouses number of TPC-C's warehouses that it answers for; 0: it answers nothing of TPC-C
 * @param seed of everything random
 */
public record Dials(
        CallLatencies latencies,
        SimulatedFailures failures,
        String version,
        SyntheticTable table,
        int warehouses,
        long seed) {
    private static final String PREFIXED = "latency.";
    private static final List<String> KNOWN = List.of(
            "latency",
            "latency.PREFIX",
            "connect",
            "freeze",
            "down",
            "errors",
            "version",
            "fields",
            "fieldlength",
            "rows",
            "warehouses",
            "seed");

    public Dials {
        if (warehouses < 0) {
            throw new IllegalArgumentException("warehouses must be at least 0: " + warehouses);
        }
    }

    /**
     * Reads the options of an address:
     *
     * <table>
     * <caption>Options, their form and their default</caption>
     * <tr><td>{@code latency}</td><td>of each call: {@code 200us}, {@code uniform(100us,300us)}, {@code exponential(200us)}</td><td>none</td></tr>
     * <tr><td>{@code latency.PREFIX}</td><td>of statements that begin with PREFIX ({@code latency.SELECT}); COMMIT and ROLLBACK count</td><td></td></tr>
     * <tr><td>{@code connect}</td><td>of a new connection</td><td>none</td></tr>
     * <tr><td>{@code freeze}</td><td>{@code 5s..7s,20s..21s} since the first connection</td><td>never</td></tr>
     * <tr><td>{@code down}</td><td>the same form: connections break and are refused</td><td>never</td></tr>
     * <tr><td>{@code errors}</td><td>{@code 40001@0.01,08006@call100}</td><td>none</td></tr>
     * <tr><td>{@code version}</td><td>answer to {@code select version()}</td><td>{@code Dials}</td></tr>
     * <tr><td>{@code fields}, {@code fieldlength}</td><td>shape of the row</td><td>10, 100</td></tr>
     * <tr><td>{@code rows}</td><td>how many rows {@code count(*)} begins with</td><td>0</td></tr>
     * <tr><td>{@code warehouses}</td><td>how many warehouses of TPC-C it answers for</td><td>0</td></tr>
     * <tr><td>{@code seed}</td><td>a whole number</td><td>0</td></tr>
     * </table>
     *
     * @throws IllegalArgumentException naming the option, the value found and the values allowed
     */
    public static Dials of(Map<String, String> options) {
        var open = new LinkedHashMap<>(options);
        Map<String, LatencyModel> byPrefix = prefixed(open);
        var latencies = new CallLatencies(
                take(open, "connect", "0s", LatencyModel::parse),
                take(open, "latency", "0s", LatencyModel::parse),
                byPrefix);
        var failures = new SimulatedFailures(
                take(open, "freeze", "", list(SimulatedFailures.ServerInterval::parse)),
                take(open, "down", "", list(SimulatedFailures.ServerInterval::parse)),
                take(open, "errors", "", list(SimulatedFailures.FailureRule::parse)));
        var table = new SyntheticTable(
                take(open, "fields", "10", Integer::parseInt),
                take(open, "fieldlength", "100", Integer::parseInt),
                take(open, "rows", "0", Long::parseLong));
        var dials = new Dials(
                latencies,
                failures,
                take(open, "version", "Dials", Function.identity()),
                table,
                take(open, "warehouses", "0", Integer::parseInt),
                take(open, "seed", "0", Long::parseLong));
        refuseUnknown(open.keySet());
        return dials;
    }

    private static Map<String, LatencyModel> prefixed(Map<String, String> open) {
        var byPrefix = new LinkedHashMap<String, LatencyModel>();
        for (String key : List.copyOf(open.keySet())) {
            if (key.startsWith(PREFIXED)) {
                byPrefix.put(key.substring(PREFIXED.length()), take(open, key, "", LatencyModel::parse));
            }
        }
        return byPrefix;
    }

    private static <T> T take(Map<String, String> open, String key, String fallback, Function<String, T> form) {
        String found = open.getOrDefault(key, fallback);
        open.remove(key);
        try {
            return form.apply(found);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + key + "' is '" + found + "': " + e.getMessage(), e);
        }
    }

    private static <T> Function<String, List<T>> list(Function<String, T> form) {
        return text -> text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(form).toList();
    }

    private static void refuseUnknown(Set<String> left) {
        if (!left.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown option '" + left.iterator().next() + "', known are " + KNOWN);
        }
    }

    /**
     * Assignment of a latency to each call.
     *
     * @param connect of a new connection
     * @param call of anything else
     * @param byPrefix of statements that begin with this text, in upper or lower case; the longest prefix counts
     */
    public record CallLatencies(LatencyModel connect, LatencyModel call, Map<String, LatencyModel> byPrefix) {
        public CallLatencies {
            byPrefix = Map.copyOf(byPrefix);
        }

        /** Returns the latency of one statement; looked up once, when it is prepared. */
        LatencyModel of(String sql) {
            List<String> prefixes = byPrefix.keySet().stream()
                    .filter(prefix -> sql.regionMatches(true, 0, prefix, 0, prefix.length()))
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .toList();
            return prefixes.isEmpty() ? call : byPrefix.getOrDefault(prefixes.getFirst(), call);
        }
    }

    /** Table with one row, which every query finds, whatever it asks for. */
    public static final class SyntheticTable {
        private final List<String> columns;
        private final String value;
        private final long rows;

        /**
         * @param fields number of text columns after the key in {@code SELECT *}
         * @param fieldLength characters of every text value
         * @param rows answer to {@code count(*)} before the first INSERT
         */
        public SyntheticTable(int fields, int fieldLength, long rows) {
            if (fields < 1 || fieldLength < 0 || rows < 0) {
                throw new IllegalArgumentException("fields must be at least 1, fieldlength and rows at least 0: "
                        + fields + ", " + fieldLength + ", " + rows);
            }
            var names = new ArrayList<String>();
            names.add("YCSB_KEY");
            for (int field = 0; field < fields; field++) {
                names.add("FIELD" + field);
            }
            this.columns = List.copyOf(names);
            this.value = "x".repeat(fieldLength);
            this.rows = rows;
        }

        /** Returns the columns of {@code SELECT *}. */
        List<String> columns() {
            return columns;
        }

        /** Returns the value of every column. */
        String value() {
            return value;
        }

        long rows() {
            return rows;
        }
    }
}
