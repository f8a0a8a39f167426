package squall.adversity;

import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import squall.spi.ClusterProvider;
import squall.spi.FaultProvider;
import squall.spi.LoadProvider;
import squall.spi.NearestName;

/**
 * The providers of one sort that this installation has, by the name users write.
 *
 * @param sort of what they are, for messages: {@code fault}
 */
public record ProviderRegistry<P>(String sort, Map<String, P> providers) {
    public ProviderRegistry {
        providers = Map.copyOf(providers);
    }

    /** Everything that can be disturbed. */
    public static ProviderRegistry<ClusterProvider> ofClusters() {
        return found("cluster", ClusterProvider.class, ClusterProvider::kind);
    }

    /** Everything that can disturb. */
    public static ProviderRegistry<FaultProvider> ofFaults() {
        return found("fault", FaultProvider.class, FaultProvider::kind);
    }

    /** Everything that can be disturbed in its work. */
    public static ProviderRegistry<LoadProvider> ofLoads() {
        return found("load", LoadProvider.class, LoadProvider::kind);
    }

    private static <P> ProviderRegistry<P> found(String sort, Class<P> service, Function<P, String> kind) {
        return new ProviderRegistry<>(
                sort,
                StreamSupport.stream(ServiceLoader.load(service).spliterator(), false)
                        .collect(Collectors.toMap(kind, Function.identity())));
    }

    /** @throws IllegalArgumentException naming those there are, and the nearest */
    public P named(String kind) {
        P provider = providers.get(kind);
        if (provider == null) {
            throw new IllegalArgumentException("unknown " + sort + " '" + kind + "' (known: "
                    + String.join(", ", sorted().keySet()) + ")" + NearestName.hint(kind, providers.keySet()));
        }
        return provider;
    }

    /** In the order of the alphabet. */
    public Map<String, P> sorted() {
        return new TreeMap<>(providers);
    }

    /** Those there are. */
    public Collection<P> all() {
        return sorted().values();
    }
}
