package squall.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policy of the driver's choice of nodes: its own, until it gets a {@link PartitionMap}; from then on, requests for YugabyteDB's rows go to
 * the nodes that have them. Without it the driver would hash as Cassandra does, which on YugabyteDB finds an arbitrary node: correct, but
 * one hop more.
 *
 * <p>Strong reads and writes go to the leader first, reads at ONE to any replica, then to the others. Created by the driver, by its class
 * name.
 */
public final class PartitionPolicy extends DefaultLoadBalancingPolicy {
    private final AtomicReference<PartitionMap> partitions = new AtomicReference<>(PartitionMap.EMPTY);

    /** Creates a policy; called by the driver. */
    public PartitionPolicy(DriverContext context, String profileName) {
        super(context, profileName);
    }

    /** Sets the locations of rows from now on. May be called from any thread. */
    void follow(PartitionMap map) {
        partitions.set(map);
    }

    /** Returns the local data centre; where none is named, the only one there is, or empty for all. */
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

    /** Returns whether any replica may answer: on YugabyteDB reads at ONE may be stale; its writes are strong at every level. */
    private static boolean anyReplica(Request request) {
        if (!(request instanceof BoundStatement bound)) {
            return false;
        }
        ConsistencyLevel level = bound.getConsistencyLevel();
        return (level == DefaultConsistencyLevel.ONE || level == DefaultConsistencyLevel.LOCAL_ONE)
                && bound.getPreparedStatement().getQuery().regionMatches(true, 0, "SELECT", 0, "SELECT".length());
    }

    /**
     * Map of the nodes that hold each part of each table on YugabyteDB, by the hash at which a part begins; its leader first. Immutable.
     */
    public record PartitionMap(Map<QualifiedTable, NavigableMap<Integer, List<InetAddress>>> tables) {
        static final PartitionMap EMPTY = new PartitionMap(Map.of());

        public static final String QUERY =
                "SELECT keyspace_name, table_name, start_key, end_key, replica_addresses FROM system.partitions";

        private static final String LEADER = "LEADER";

        record QualifiedTable(CqlIdentifier keyspace, CqlIdentifier name) {}

        public PartitionMap {
            tables = Map.copyOf(tables);
        }

        /** Creates the map from the rows of {@link #QUERY}. */
        static PartitionMap of(List<Row> rows) {
            Map<QualifiedTable, NavigableMap<Integer, List<InetAddress>>> tables = new HashMap<>();
            for (Row row : rows) {
                QualifiedTable table = new QualifiedTable(
                        CqlIdentifier.fromInternal(text(row, "keyspace_name")),
                        CqlIdentifier.fromInternal(text(row, "table_name")));
                tables.computeIfAbsent(table, unseen -> new TreeMap<>()).put(start(row), replicas(row));
            }
            tables.replaceAll((table, parts) -> Collections.unmodifiableNavigableMap(parts));
            return new PartitionMap(tables);
        }

        public boolean isEmpty() {
            return tables.isEmpty();
        }

        /** Returns the nodes that hold the row, its leader first; empty where nothing is known. */
        List<InetAddress> replicas(PartitionKey row) {
            NavigableMap<Integer, List<InetAddress>> parts =
                    tables.get(new QualifiedTable(row.keyspace(), row.table()));
            Map.Entry<Integer, List<InetAddress>> part = parts == null ? null : parts.floorEntry(row.key());
            return part == null ? List.of() : part.getValue();
        }

        private static String text(Row row, String column) {
            String text = row.getString(column);
            return text == null ? "" : text;
        }

        /** Reads two bytes; none for the first part. */
        private static int start(Row row) {
            ByteBuffer bytes = row.getByteBuffer("start_key");
            return bytes == null || bytes.remaining() < Short.BYTES ? 0 : bytes.getShort(bytes.position()) & 0xffff;
        }

        private static List<InetAddress> replicas(Row row) {
            Map<InetAddress, String> roles = row.getMap("replica_addresses", InetAddress.class, String.class);
            List<InetAddress> replicas = new ArrayList<>();
            if (roles != null) {
                roles.forEach((address, role) -> replicas.add(role.equals(LEADER) ? 0 : replicas.size(), address));
            }
            return List.copyOf(replicas);
        }
    }

    /** Refresh of a session's policies as the leaders of YugabyteDB's partitions move. Has its own thread. */
    public static final class PartitionRefresh implements AutoCloseable {
        /**
         * Interval between refreshes: a leader moves seldom; until it is noticed, requests take a hop more and are correct all the same.
         */
        private static final Duration INTERVAL = Duration.ofSeconds(5);

        private static final Logger LOG = LoggerFactory.getLogger(PartitionRefresh.class);

        private final CqlSession session;
        private final ScheduledThreadPoolExecutor timer;

        private PartitionRefresh(CqlSession session) {
            this.session = session;
            this.timer = new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("squall-partitions").factory());
        }

        /** Begins with this map. */
        public static PartitionRefresh start(CqlSession session, PartitionMap first) {
            PartitionRefresh watch = new PartitionRefresh(session);
            watch.tell(first);
            ScheduledFuture<?> unused = watch.timer.scheduleWithFixedDelay(
                    watch::refresh, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            return watch;
        }

        /** Reads the present map; empty where the server is no YugabyteDB. */
        public static PartitionMap read(CqlSession session) throws InterruptedException {
            try {
                return DriverAwait.on(ask(session));
            } catch (InvalidQueryException e) {
                return PartitionMap.EMPTY; // Cassandra: table partitions does not exist
            }
        }

        @Override
        public void close() {
            timer.shutdownNow();
        }

        private void refresh() {
            CompletionStage<Void> unused = ask(session).handle((map, failure) -> {
                if (failure == null) {
                    tell(map);
                } else {
                    LOG.debug("the partitions cannot be read; the last known ones are kept", failure);
                }
                return null;
            });
        }

        private void tell(PartitionMap map) {
            for (LoadBalancingPolicy policy :
                    session.getContext().getLoadBalancingPolicies().values()) {
                if (policy instanceof PartitionPolicy own) {
                    own.follow(map);
                }
            }
        }

        private static CompletionStage<PartitionMap> ask(CqlSession session) {
            List<Row> rows = new ArrayList<>();
            return session.executeAsync(PartitionMap.QUERY)
                    .thenCompose(page -> rest(page, rows::add))
                    .thenApply(read -> PartitionMap.of(rows));
        }

        private static CompletionStage<Void> rest(AsyncResultSet page, Consumer<Row> rows) {
            page.currentPage().forEach(rows);
            return page.hasMorePages()
                    ? page.fetchNextPage().thenCompose(next -> rest(next, rows))
                    : CompletableFuture.completedFuture(null);
        }
    }
}
