package squall.bench.dials;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Which call takes how long.
 *
 * @param connect a new connection
 * @param call anything else
 * @param byPrefix statements that begin with this text, whatever its case; the longest prefix counts
 */
public record Latencies(Latency connect, Latency call, Map<String, Latency> byPrefix) {
    public Latencies {
        byPrefix = Map.copyOf(byPrefix);
    }

    /** The latency of one statement; looked up once, when it is prepared. */
    Latency of(String sql) {
        List<String> prefixes = byPrefix.keySet().stream()
                .filter(prefix -> sql.regionMatches(true, 0, prefix, 0, prefix.length()))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return prefixes.isEmpty() ? call : byPrefix.getOrDefault(prefixes.getFirst(), call);
    }
}
