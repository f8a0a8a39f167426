package squall.spi;

import java.util.List;
import java.util.Map;

/**
 * What the database under test says of itself; goes into the manifest.
 *
 * @param product {@code postgresql}, {@code cockroachdb}, {@code yugabytedb}, …
 * @param version as the server prints it
 * @param endpoints host:port of every endpoint used, without credentials
 * @param settings effective settings by name: isolation, fsync, replication, …
 */
public record Database(String product, String version, List<String> endpoints, Map<String, String> settings) {
    /** Stands in where there is no database, or it does not say. */
    public static final Database NONE = new Database("none", "", List.of(), Map.of());

    public Database {
        endpoints = List.copyOf(endpoints);
        settings = Map.copyOf(settings);
    }
}
