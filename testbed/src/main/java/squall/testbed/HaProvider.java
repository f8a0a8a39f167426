package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.link.LinkProxy;
import squall.testbed.patroni.PatroniCluster;
import squall.testbed.postgres.PostgresBinaries;

/** Offers replicated PostgreSQL by the name {@code postgres-ha}; the option {@code name} distinguishes several. */
public final class HaProvider implements TargetProvider, ClusterProvider {
    /**
     * {@code links=true} relays all traffic of nodes and clients through a proxy, which supports link faults; {@code false} ends that.
     * {@code namespaces=true} gives each node of a new group its own network, whose links support faults without a proxy. {@code manager}
     * is chosen when a group is created, and cannot be changed. {@code version} is of PostgreSQL under Squall's own supervisor.
     */
    static final List<String> OPTIONS = List.of("name", "links", "namespaces", "manager", "version");

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
        ReplicatedCluster cluster = named(options);
        up(cluster, options, say);
        return cluster;
    }

    /** As {@link ReplicatedCluster#up}, with the version that the options name, if they do. */
    static boolean up(ReplicatedCluster cluster, Options options, Consumer<String> say)
            throws IOException, InterruptedException {
        String version = options.text("version", "");
        return switch (cluster) {
            case HaCluster own
            when !version.isEmpty() ->
                own.up(linking(options), Optional.of(PostgresBinaries.versions().checked(version)), say);
            default -> cluster.up(linking(options), say);
        };
    }

    @Override
    public Cluster find(Options options) throws IOException {
        ReplicatedCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        ReplicatedCluster cluster = named(options);
        ReplicatedCluster.Linking linking = linking(options);
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new Cluster.Node("n" + number, "127.0.0.1", 5432, "zone" + number, "region1"))
                .toList();
        Target target = new Target(kind(), "jdbc:postgresql://127.0.0.1:5432/postgres", "", "", Map.of());
        return Optional.of(new Outline(
                target,
                nodes,
                capability -> unavailable(cluster, linking, capability),
                impairment -> refused(linking, impairment)));
    }

    private static Optional<String> unavailable(
            ReplicatedCluster cluster, ReplicatedCluster.Linking linking, Class<?> capability) {
        if (capability == Cluster.Links.class
                && linking != ReplicatedCluster.Linking.LINKED
                && linking != ReplicatedCluster.Linking.NAMESPACES) {
            return Optional.of(
                    "this cluster does not support link faults; create it with links=true or" + " namespaces=true");
        }
        return capability.isInstance(cluster) ? Optional.empty() : Optional.of("postgres-ha does not support it");
    }

    private static Optional<String> refused(ReplicatedCluster.Linking linking, Cluster.Impairment impairment) {
        return linking == ReplicatedCluster.Linking.LINKED ? LinkProxy.refusal(impairment) : Optional.empty();
    }

    @Override
    public void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    /** @throws IllegalArgumentException if an option is neither true nor false, or both are true */
    static ReplicatedCluster.Linking linking(Options options) {
        if (options.flag("namespaces", false)) {
            if (options.flag("links", false)) {
                throw new IllegalArgumentException(
                        "namespaces=true and links=true exclude each other: with namespaces no proxy is needed");
            }
            return ReplicatedCluster.Linking.NAMESPACES;
        }
        if (options.text("links", "").isEmpty()) {
            return ReplicatedCluster.Linking.AS_BEFORE;
        }
        return options.flag("links", false) ? ReplicatedCluster.Linking.LINKED : ReplicatedCluster.Linking.DIRECT;
    }

    /** @throws IllegalArgumentException if the group has another manager than the requested one */
    static ReplicatedCluster named(Options options) throws IOException {
        options.allowOnly(OPTIONS);
        String name = options.text("name", ReplicatedCluster.DEFAULT_NAME);
        var patroni = new PatroniCluster(StateFolder.here(), name);
        var own = new HaCluster(StateFolder.here(), name);
        String asked = options.text("manager", patroni.exists() ? PATRONI : OWN);
        if (asked.equals(PATRONI) && !options.text("version", "").isEmpty()) {
            throw new IllegalArgumentException("with the manager " + PATRONI
                    + " nodes run the installed PostgreSQL: omit the option version, or set manager=" + OWN);
        }
        return switch (asked) {
            case PATRONI -> only(patroni, name, !patroni.exists() && own.exists(), OWN);
            case OWN -> only(own, name, patroni.exists(), PATRONI);
            default ->
                throw new IllegalArgumentException("the manager of postgres-ha is " + OWN + " or " + PATRONI + ", not '"
                        + asked + "'" + NearestName.hint(asked, List.of(OWN, PATRONI)));
        };
    }

    private static ReplicatedCluster only(ReplicatedCluster asked, String name, boolean taken, String by) {
        if (taken) {
            throw new IllegalArgumentException(
                    "postgres-ha '" + name + "' was created with the manager " + by
                            + ", which cannot be changed; remove it with 'testbed reset postgres-ha', or choose another --name");
        }
        return asked;
    }
}
