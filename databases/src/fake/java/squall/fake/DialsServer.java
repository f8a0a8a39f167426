package squall.fake;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Server in this process with the dials of one address, which build/bench/README.md lists. It keeps no rows, only how many there are, and has no
 * thread: its callers wait as long as the dials say. Safe for many threads.
 */
final class DialsServer {
    /** Columns of {@code SELECT *}, as in the table of YCSB's core workload. */
    static final List<String> COLUMNS = Stream.concat(
                    Stream.of("YCSB_KEY"), IntStream.range(0, 10).mapToObj(field -> "FIELD" + field))
            .toList();

    /** Value of every column that is not a number. */
    static final String VALUE = "x".repeat(100);

    /** Number of districts of a warehouse. */
    static final int DISTRICTS = 10;

    /** First free order number after the population of clause 4.3.3.1. */
    private static final int FIRST_ORDER = 3001;

    private static final String PREFIXED = "latency.";

    private final LatencyModel latency;
    private final Map<String, LatencyModel> latencyByPrefix;
    private final String version;
    private final AtomicLong rows;
    private final AtomicIntegerArray nextOrders;
    private final AtomicLong connections = new AtomicLong();

    /** @throws IllegalArgumentException naming the option, the value found and the values allowed */
    DialsServer(Map<String, String> options) {
        Map<String, String> open = new LinkedHashMap<>(options);
        latency = take(open, "latency", "0s", LatencyModel::parse);
        version = take(open, "version", "Dials", Function.identity());
        rows = new AtomicLong(take(open, "rows", "0", Long::parseLong));
        int[] orders = take(open, "warehouses", "0", DialsServer::firstOrders);
        nextOrders = new AtomicIntegerArray(orders);
        latencyByPrefix = new LinkedHashMap<>();
        for (String option : List.copyOf(open.keySet())) {
            if (option.startsWith(PREFIXED)) {
                latencyByPrefix.put(option.substring(PREFIXED.length()), take(open, option, "", LatencyModel::parse));
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown option '" + open.keySet().iterator().next()
                            + "', known are latency, latency.PREFIX, version, rows and warehouses");
        }
    }

    private static <T> T take(Map<String, String> open, String option, String fallback, Function<String, T> form) {
        String found = open.getOrDefault(option, fallback);
        open.remove(option);
        try {
            return form.apply(found);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option '" + option + "' is '" + found + "': " + e.getMessage(), e);
        }
    }

    private static int[] firstOrders(String warehouses) {
        int[] orders = new int[Integer.parseUnsignedInt(warehouses) * DISTRICTS];
        Arrays.fill(orders, FIRST_ORDER);
        return orders;
    }

    /** Returns a number for the next connection, which is the seed of everything random on it. */
    long number() {
        return connections.incrementAndGet();
    }

    /** Returns the latency of one statement, which is that of the longest prefix; looked up once, when it is prepared. */
    LatencyModel latency(String sql) {
        return latencyByPrefix.entrySet().stream()
                .filter(each -> sql.regionMatches(
                        true, 0, each.getKey(), 0, each.getKey().length()))
                .max(Comparator.comparingInt(each -> each.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(latency);
    }

    /** Returns the answer to {@code select version()}. */
    String version() {
        return version;
    }

    /** Returns the answer to {@code count(*)}. */
    long rows() {
        return rows.get();
    }

    void addRows(long more) {
        rows.addAndGet(more);
    }

    void dropRows() {
        rows.set(0);
    }

    /** Returns the number of warehouses of TPC-C that it answers for; 0: it answers nothing of TPC-C. */
    int warehouses() {
        return nextOrders.length() / DISTRICTS;
    }

    /** Returns the number that the district would give its next order. */
    int nextOrder(long warehouse, long district) {
        return nextOrders.get(place(warehouse, district));
    }

    /** Takes the next order number of a district. */
    int takeOrder(long warehouse, long district) {
        return nextOrders.getAndIncrement(place(warehouse, district));
    }

    private static int place(long warehouse, long district) {
        return Math.toIntExact((warehouse - 1) * DISTRICTS + district - 1);
    }
}
