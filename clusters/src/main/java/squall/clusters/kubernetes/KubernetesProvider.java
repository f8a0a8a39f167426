package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.Options;

/**
 * Provider of StatefulSets, by the name {@code kubernetes}. Options: {@code statefulset}, {@code namespace}, {@code container}, {@code
 * context} and {@code server} say which; {@code port}, {@code url}, {@code user} and {@code password} how clients connect; {@code leave}
 * how a node gives its data away; {@code volume} where a node keeps it; {@code helper} by which image it is killed.
 */
public final class KubernetesProvider implements ClusterProvider {
    private static final String PORT = "port";
    private static final List<String> KNOWN = Stream.concat(
                    Stream.of(
                            "statefulset",
                            "namespace",
                            "container",
                            "context",
                            "server",
                            PORT,
                            "leave",
                            "volume",
                            "helper"),
                    ClientAccess.OPTIONS.stream())
            .toList();
    private static final int MOST_PORT = 65_535;
    private static final int TRIES = 2;

    private final Function<String, Config> configurations;

    /** Creates a provider with the configuration that kubectl would use, or that of the pod this runs in. */
    public KubernetesProvider() {
        this(context -> Config.autoConfigure(context.isEmpty() ? null : context));
    }

    /** @param configurations by the name of a context; empty: the current one */
    KubernetesProvider(Function<String, Config> configurations) {
        this.configurations = configurations;
    }

    /**
     * Returns the configuration of the client; makes no request.
     *
     * @throws IllegalArgumentException if the context does not exist, for which the library would take the current one, or if it leads to
     *     another server than the option {@code server} names
     */
    private Config config(Options options) {
        String context = options.text("context", "");
        Config config;
        try {
            config = new ConfigBuilder(configurations.apply(context))
                    .withRequestRetryBackoffLimit(TRIES)
                    .build();
        } catch (KubernetesClientException e) {
            throw new IllegalArgumentException("kubernetes: the kubeconfig cannot be read: " + e.getMessage(), e);
        }
        if (!context.isEmpty() && !context.equals(contextOf(config).orElse(""))) {
            throw new IllegalArgumentException("kubernetes: option context: the kubeconfig has no context '" + context
                    + "', it has "
                    + config.getContexts().stream().map(NamedContext::getName).toList());
        }
        String server = options.text("server", "");
        if (!server.isEmpty() && !server(server).equals(server(config.getMasterUrl()))) {
            throw new IllegalArgumentException("kubernetes: option server must be the API server of "
                    + contextOf(config)
                            .map(name -> "the context '" + name + "'")
                            .orElse("this pod") + ", "
                    + server(config.getMasterUrl()) + ", not " + server + "; nothing was asked of either");
        }
        return config;
    }

    private static Optional<String> contextOf(Config config) {
        return Optional.ofNullable(config.getCurrentContext()).map(NamedContext::getName);
    }

    private static String server(String url) {
        return url.replaceFirst("/+$", "");
    }

    @Override
    public Optional<ControlServer> controlServer(Options options) {
        Config config = config(options);
        String server = server(config.getMasterUrl());
        Map<String, String> pinned = new TreeMap<>(Map.of("server", server));
        contextOf(config).ifPresent(name -> pinned.put("context", name));
        return Optional.of(new ControlServer(URI.create(server).getHost(), pinned));
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

    /** {@inheritDoc} Checks the options; only the API server knows the pods. */
    @Override
    public Optional<Outline> outline(Options options) {
        access(options);
        return Optional.empty();
    }

    /** Returns how clients reach the pods. @throws IllegalArgumentException if any option is unknown, missing or has no such value */
    private static ClientAccess access(Options options) {
        options.allowOnly(KNOWN);
        need(options, "statefulset");
        need(options, PORT);
        options.number(PORT, 0, 1, MOST_PORT);
        try {
            return ClientAccess.of(options, "", "", "");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("kubernetes: option " + e.getMessage(), e);
        }
    }

    private KubernetesCluster described(Options options) {
        ClientAccess reached = access(options);
        String namespace = options.text("namespace", "default");
        return new KubernetesCluster(new StatefulSetWorkload(
                new KubernetesApi(
                        new KubernetesClientBuilder()
                                .withConfig(config(options))
                                .build(),
                        namespace),
                need(options, "statefulset"),
                options.text("container", ""),
                options.number(PORT, 0, 1, MOST_PORT),
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
