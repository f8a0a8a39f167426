package squall.scenario;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import squall.spi.Options;

/**
 * A fault, cluster or load: the name of its provider, and its options.
 *
 * @param options by key; a list stands with its items one a line
 */
public record ProviderSpec(String kind, Map<String, String> options) {
    public ProviderSpec {
        ValueChecks.name("kind", kind);
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** The provider of that name without options. */
    public static ProviderSpec of(String kind) {
        return new ProviderSpec(kind, Map.of());
    }

    /** The options for the provider. @param where the origin, for messages, for example {@code phases[2].fault} */
    public Options options(String where) {
        return new Options(where + "." + kind, options);
    }
}
