package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.spi.Cluster;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.StoredFiles;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.cluster.LocalClusterProvider;
import squall.testbed.ha.HaCluster;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.host.DiskShape;
import squall.testbed.host.NodeSize;
import squall.testbed.link.LinkProxy;
import squall.testbed.patroni.PatroniCluster;

/** Provider of replicated PostgreSQL under the name {@code postgres-ha}; the option {@code name} distinguishes several. */
public final class HaProvider extends LocalClusterProvider<ReplicatedCluster<?, ?>> {
    /**
     * Options of a group. {@code links=true} relays all traffic of nodes and clients through a proxy, which supports link faults;
     * {@code false} ends that. {@code namespaces=true} gives each node of a new group its own network, whose links support faults without a
     * proxy. {@code manager} is chosen when a group is created, and cannot be changed. {@code version} is of PostgreSQL under Squall's own
     * supervisor. {@code synchronous-commit} is what the sessions of clients wait for at a commit; the group does not depend on it.
     */
    static final List<String> OPTIONS = Stream.concat(
                    Stream.of(
                            "name",
                            "links",
                            "namespaces",
                            DiskShape.OPTION,
                            "manager",
                            "version",
                            ReplicatedCluster.SYNCHRONOUS_COMMIT),
                    NodeSize.OPTIONS.stream())
            .toList();

    private static final String OWN = "supervisor";
    private static final String PATRONI = "patroni";

    public HaProvider() {
        super(ReplicatedCluster.KIND);
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        ReplicatedCluster<?, ?> cluster = named(options);
        cluster.requireSize(options);
        Linking linking = Linking.of(options);
        boolean linked = linking == Linking.LINKED || linking == Linking.NAMESPACES;
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, ReplicatedCluster.NODES)
                .mapToObj(number -> new Cluster.Node("n" + number, "127.0.0.1", 5432, "zone" + number, "region1"))
                .toList();
        Target target = new Target(
                kind(),
                ReplicatedCluster.url("127.0.0.1:5432", ReplicatedCluster.synchronousCommit(options)),
                "",
                "",
                Map.of());
        return Optional.of(new Outline(
                target,
                nodes,
                unavailable(
                        cluster,
                        options,
                        capability -> capability == Cluster.Links.class && !linked
                                ? Optional.of("this cluster does not support link faults; create it with links=true or"
                                        + " namespaces=true")
                                : Optional.empty()),
                impairment -> linking == Linking.LINKED ? LinkProxy.unsupported(impairment) : Optional.empty(),
                cluster instanceof StoredFiles files ? files.fileKinds() : List.of()));
    }

    /**
     * Finds the group of these options, as {@link LocalClusterProvider#named}. @throws IllegalArgumentException too if the group has
     * another manager than the requested one
     */
    @Override
    public ReplicatedCluster<?, ?> named(Options options) throws IOException {
        options.allowOnly(OPTIONS);
        String name = options.text("name", ReplicatedCluster.DEFAULT_NAME);
        Optional<String> commit = ReplicatedCluster.synchronousCommit(options);
        var patroni = new PatroniCluster(StateFolder.here(), name, commit);
        var own = new HaCluster(StateFolder.here(), name, commit);
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

    private static ReplicatedCluster<?, ?> only(ReplicatedCluster<?, ?> asked, String name, boolean taken, String by) {
        if (taken) {
            throw new IllegalArgumentException(
                    "postgres-ha '" + name + "' was created with the manager " + by
                            + ", which cannot be changed; remove it with 'testbed reset postgres-ha', or choose another --name");
        }
        return asked;
    }
}
