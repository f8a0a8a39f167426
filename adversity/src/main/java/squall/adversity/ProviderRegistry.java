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
import squall.spi.NearestName;
import squall.spi.Workload;

/**
 * Registry of this installation's providers of one sort, by the name users write.
 *
 * @param sort of the providers, for messages: {@code fault}
 */
public record ProviderRegistry<P>(String sort, Map<String, P> providers) {
    public ProviderRegistry {
        providers = Map.copyOf(providers);
    }

    /** Loads the providers of clusters. */
    public static ProviderRegistry<ClusterProvider> ofClusters() {
        return found("cluster", ClusterProvider.class, ClusterProvider::kind);
    }

    /** Loads the providers of faults. */
    public static ProviderRegistry<FaultProvider> ofFaults() {
        return found("fault", FaultProvider.class, FaultProvider::kind);
    }

    /** Returns the workloads, which make the load of a scenario. */
    public static ProviderRegistry<Workload> ofWorkloads() {
        return found("load", Workload.class, Workload::name);
    }

    private static <P> ProviderRegistry<P> found(String sort, Class<P> service, Function<P, String> kind) {
        return new ProviderRegistry<>(
                sort,
                StreamSupport.stream(ServiceLoader.load(service).spliterator(), false)
                        .collect(Collectors.toMap(kind, Function.identity())));
    }

    /** @throws IllegalArgumentException naming the existing ones, and the nearest */
    public P named(String kind) {
        return named(kind, "");
    }

    /**
     * Finds a provider that a scenario names.
     *
     * @param path of the name in the scenario, for the beginning of the message
     * @throws IllegalArgumentException as above
     */
    public P named(String kind, String path) {
        P provider = providers.get(kind);
        if (provider == null) {
            throw new IllegalArgumentException((path.isEmpty() ? "" : path + ": ") + "unknown " + sort + " '" + kind
                    + "'" + NearestName.choice(kind, sorted().keySet()));
        }
        return provider;
    }

    /** Returns the providers in alphabetical order, by name. */
    public Map<String, P> sorted() {
        return new TreeMap<>(providers);
    }

    /** Returns the providers in alphabetical order. */
    public Collection<P> all() {
        return sorted().values();
    }
}
