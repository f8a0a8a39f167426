package squall.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The driver's own choice of nodes, until it is told a {@link PartitionMap}: from then on, YugabyteDB's rows are asked for where they are.
 * Without it the driver would hash as Cassandra does, which on YugabyteDB finds an arbitrary node: right, but a hop more.
 *
 * <p>Strong reads and writes go to the leader first, reads at ONE to any replica, then to the others. Made by the driver, by its name.
 */
public final class PartitionPolicy extends DefaultLoadBalancingPolicy {
    private final AtomicReference<PartitionMap> partitions = new AtomicReference<>(PartitionMap.EMPTY);

    /** As the driver calls it. */
    public PartitionPolicy(DriverContext context, String profileName) {
        super(context, profileName);
    }

    /** From now on this is where rows are. From any thread. */
    void follow(PartitionMap map) {
        partitions.set(map);
    }

    /** Where no data centre is named: the only one there is, or all. */
    @Override
    protected Optional<String> discoverLocalDc(Map<UUID, Node> nodes) {
        if (profile.isDefined(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER)) {
            return super.discoverLocalDc(nodes);
        }
        List<String> datacenters = nodes.values().stream()
                .map(Node::getDatacenter)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return datacenters.size() == 1 ? Optional.of(datacenters.get(0)) : Optional.empty();
    }

    @Override
    public Queue<Node> newQueryPlan(@Nullable Request request, @Nullable Session session) {
        Queue<Node> plan = super.newQueryPlan(request, session);
        PartitionMap map = partitions.get();
        if (map.isEmpty() || request == null) {
            return plan;
        }
        List<InetAddress> replicas = PartitionKey.of(request).map(map::replicas).orElse(List.of());
        boolean anyReplica = anyReplica(request);
        return replicas.isEmpty()
                ? plan
                : plan.stream()
                        .sorted(Comparator.comparingInt(node -> rank(node, replicas, anyReplica)))
                        .collect(Collectors.toCollection(ConcurrentLinkedQueue::new));
    }

    private static int rank(Node node, List<InetAddress> replicas, boolean anyReplica) {
        int place = node.getBroadcastRpcAddress()
                .map(InetSocketAddress::getAddress)
                .map(replicas::indexOf)
                .orElse(-1);
        if (place < 0) {
            return replicas.size();
        }
        return anyReplica ? 0 : place;
    }

    /** On YugabyteDB reads at ONE may be stale and come from anywhere; its writes are strong at every level. */
    private static boolean anyReplica(Request request) {
        if (!(request instanceof BoundStatement bound)) {
            return false;
        }
        ConsistencyLevel level = bound.getConsistencyLevel();
        return (level == DefaultConsistencyLevel.ONE || level == DefaultConsistencyLevel.LOCAL_ONE)
                && bound.getPreparedStatement().getQuery().regionMatches(true, 0, "SELECT", 0, "SELECT".length());
    }
}
