package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Nearest;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.testbed.ha.HaCluster;
import squall.testbed.ha.Replicas;
import squall.testbed.link.LinkProxy;
import squall.testbed.patroni.PatroniCluster;

/** Offers replicated PostgreSQL by the name {@code postgres-ha}; the option {@code name} tells several apart. */
public final class HaProvider implements TargetProvider, ClusterProvider {
    /**
     * {@code links=true} has a proxy relay what nodes and clients say, so that it can be disturbed; {@code false} ends that. {@code
     * namespaces=true} gives each node of a new group a network of its own, with links that can be disturbed without a proxy. {@code
     * manager} is chosen when a group is made, and stays.
     */
    static final List<String> OPTIONS = List.of("name", "links", "namespaces", "manager");

    private static final int NODES = 3;
    private static final String OWN = "supervisor";
    private static final String PATRONI = "patroni";

    @Override
    public String kind() {
        return "postgres-ha";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return cluster(options, say).target();
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        Replicas cluster = named(options);
        cluster.up(linking(options), say);
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        Replicas cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        Replicas cluster = named(options);
        Replicas.Linking linking = linking(options);
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new Cluster.Node("n" + number, "127.0.0.1", 5432, "zone" + number, "region1"))
                .toList();
        Target target = new Target(kind(), "jdbc:postgresql://127.0.0.1:5432/postgres", "", "", Map.of());
        return Optional.of(new Outline(
                target, nodes, means -> lacks(cluster, linking, means), trouble -> refused(linking, trouble)));
    }

    private static Optional<String> lacks(Replicas cluster, Replicas.Linking linking, Class<?> means) {
        if (means == Cluster.Links.class
                && linking != Replicas.Linking.LINKED
                && linking != Replicas.Linking.NAMESPACES) {
            return Optional.of("the links of this cluster cannot be disturbed; they can with the option links=true or"
                    + " namespaces=true");
        }
        return means.isInstance(cluster) ? Optional.empty() : Optional.of("postgres-ha has no means for it");
    }

    private static Optional<String> refused(Replicas.Linking linking, Cluster.Trouble trouble) {
        return linking == Replicas.Linking.LINKED ? LinkProxy.refusal(trouble) : Optional.empty();
    }

    @Override
    public void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    /** @throws IllegalArgumentException if an option is neither true nor false, or both are true */
    static Replicas.Linking linking(Options options) {
        if (options.flag("namespaces", false)) {
            if (options.flag("links", false)) {
                throw new IllegalArgumentException(
                        "namespaces=true and links=true are two ways to the same: with namespaces no proxy is needed");
            }
            return Replicas.Linking.NAMESPACES;
        }
        if (options.text("links", "").isEmpty()) {
            return Replicas.Linking.AS_BEFORE;
        }
        return options.flag("links", false) ? Replicas.Linking.LINKED : Replicas.Linking.DIRECT;
    }

    /** @throws IllegalArgumentException if the group has another manager than the one asked for */
    static Replicas named(Options options) throws IOException {
        options.allowOnly(OPTIONS);
        String name = options.text("name", Replicas.DEFAULT_NAME);
        var patroni = new PatroniCluster(StateFolder.here(), name);
        var own = new HaCluster(StateFolder.here(), name);
        String asked = options.text("manager", patroni.exists() ? PATRONI : OWN);
        return switch (asked) {
            case PATRONI -> only(patroni, name, !patroni.exists() && own.exists(), OWN);
            case OWN -> only(own, name, patroni.exists(), PATRONI);
            default ->
                throw new IllegalArgumentException("the manager of postgres-ha is " + OWN + " or " + PATRONI + ", not '"
                        + asked + "'" + Nearest.hint(asked, List.of(OWN, PATRONI)));
        };
    }

    private static Replicas only(Replicas asked, String name, boolean taken, String by) {
        if (taken) {
            throw new IllegalArgumentException("postgres-ha '" + name + "' was made with the manager " + by
                    + ", which stays; 'testbed reset postgres-ha' removes it, or choose another --name");
        }
        return asked;
    }
}
