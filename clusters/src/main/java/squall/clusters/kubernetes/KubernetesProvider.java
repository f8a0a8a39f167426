package squall.clusters.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.Options;

/**
 * Provider of StatefulSets, by the name {@code kubernetes}. Options: {@code statefulset}, {@code namespace}, {@code container} and
 * {@code context} say which; {@code port}, {@code url}, {@code user} and {@code password} how clients connect; {@code leave} how a node
 * gives its data away; {@code volume} where a node keeps it; {@code helper} by which image it is killed.
 */
public final class KubernetesProvider implements ClusterProvider {
    private static final List<String> KNOWN = Stream.concat(
                    Stream.of("statefulset", "namespace", "container", "context", "port", "leave", "volume", "helper"),
                    ClientAccess.OPTIONS.stream())
            .toList();
    private static final int MOST_PORT = 65_535;
    private static final int TRIES = 2;

    private final Function<Options, KubernetesClient> clients;

    /** Creates a provider with the configuration that kubectl would use, or that of the pod this runs in. */
    public KubernetesProvider() {
        this(options -> client(options.text("context", "")));
    }

    KubernetesProvider(Function<Options, KubernetesClient> clients) {
        this.clients = clients;
    }

    private static KubernetesClient client(String context) {
        @Nullable String named = context.isEmpty() ? null : context;
        Config config = new ConfigBuilder(Config.autoConfigure(named))
                .withRequestRetryBackoffLimit(TRIES)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public String kind() {
        return "kubernetes";
    }

    /** {@inheritDoc} Starts nothing: the set's controller does that, and this waits for it. */
    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        KubernetesCluster cluster = described(options);
        for (Node node : cluster.nodes()) {
            if (cluster.state(node) != State.UP) {
                say.accept("waiting for " + node.name());
                cluster.start(node);
            }
        }
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        KubernetesCluster cluster = described(options);
        cluster.nodes();
        return cluster;
    }

    private KubernetesCluster described(Options options) {
        options.allowOnly(KNOWN);
        String name = need(options, "statefulset");
        need(options, "port");
        int port = options.number("port", 0, 1, MOST_PORT);
        String namespace = options.text("namespace", "default");
        ClientAccess reached;
        try {
            reached = ClientAccess.of(options, "", "", "");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("kubernetes: option " + e.getMessage(), e);
        }
        return new KubernetesCluster(new StatefulSetWorkload(
                new KubernetesApi(clients.apply(options), namespace),
                name,
                options.text("container", ""),
                port,
                reached,
                said(options, "leave"),
                said(options, "volume"),
                said(options, "helper")));
    }

    private static String need(Options options, String key) {
        return said(options, key)
                .orElseThrow(() -> new IllegalArgumentException("kubernetes: option '" + key + "' must be given"));
    }

    private static Optional<String> said(Options options, String key) {
        return Optional.of(options.text(key, "")).filter(value -> !value.isEmpty());
    }
}
