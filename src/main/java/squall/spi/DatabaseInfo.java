package squall.spi;

import java.util.List;
import java.util.Map;

/**
 * Facts that the database under test reports; part of the manifest.
 *
 * @param product {@code postgresql}, {@code cockroachdb}, {@code yugabytedb}, …
 * @param version as the server prints it
 * @param endpoints host:port of every endpoint used, without credentials
 * @param settings effective settings by name: isolation, fsync, replication, …
 */
public record DatabaseInfo(String product, String version, List<String> endpoints, Map<String, String> settings) {
    /** Facts about no database, or one that does not identify itself. */
    public static final DatabaseInfo NONE = new DatabaseInfo("none", "", List.of(), Map.of());

    public DatabaseInfo {
        endpoints = List.copyOf(endpoints);
        settings = Map.copyOf(settings);
    }
}
