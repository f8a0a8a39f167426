package squall.scenario;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import squall.spi.Options;

/**
 * A fault, cluster or load: the name of its provider, and what the provider is told.
 *
 * @param options by key; a list stands with its items one a line
 */
public record Choice(String kind, Map<String, String> options) {
    public Choice {
        Checks.name("kind", kind);
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** The provider of that name with nothing told. */
    public static Choice of(String kind) {
        return new Choice(kind, Map.of());
    }

    /** What the provider is told. @param where the choice was made, for messages, for example {@code phases[2].fault} */
    public Options options(String where) {
        return new Options(where + "." + kind, options);
    }
}
