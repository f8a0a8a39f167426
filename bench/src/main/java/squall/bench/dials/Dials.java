package squall.bench.dials;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything that can be set about one server.
 *
 * @param version what {@code select version()} answers
 * @param table the one row it knows
 * @param warehouses of TPC-C that it answers for; 0: it knows nothing of TPC-C
 * @param seed of everything random
 */
public record Dials(
        Latencies latencies, Weather weather, String version, SyntheticTable table, int warehouses, long seed) {
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
     * @throws IllegalArgumentException naming the option, what was found and what is wanted
     */
    public static Dials of(Map<String, String> options) {
        var open = new LinkedHashMap<>(options);
        Map<String, Latency> byPrefix = prefixed(open);
        var latencies = new Latencies(
                take(open, "connect", "0s", Latency::parse), take(open, "latency", "0s", Latency::parse), byPrefix);
        var weather = new Weather(
                take(open, "freeze", "", list(Interval::parse)),
                take(open, "down", "", list(Interval::parse)),
                take(open, "errors", "", list(Failure::parse)));
        var table = new SyntheticTable(
                take(open, "fields", "10", Integer::parseInt),
                take(open, "fieldlength", "100", Integer::parseInt),
                take(open, "rows", "0", Long::parseLong));
        var dials = new Dials(
                latencies,
                weather,
                take(open, "version", "Dials", Function.identity()),
                table,
                take(open, "warehouses", "0", Integer::parseInt),
                take(open, "seed", "0", Long::parseLong));
        refuseUnknown(open.keySet());
        return dials;
    }

    private static Map<String, Latency> prefixed(Map<String, String> open) {
        var byPrefix = new LinkedHashMap<String, Latency>();
        for (String key : List.copyOf(open.keySet())) {
            if (key.startsWith(PREFIXED)) {
                byPrefix.put(key.substring(PREFIXED.length()), take(open, key, "", Latency::parse));
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
}
