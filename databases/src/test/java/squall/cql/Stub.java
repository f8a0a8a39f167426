package squall.cql;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.simulacron.common.cluster.ClusterSpec;
import com.datastax.oss.simulacron.common.cluster.QueryLog;
import com.datastax.oss.simulacron.common.result.Result;
import com.datastax.oss.simulacron.common.stubbing.PrimeDsl;
import com.datastax.oss.simulacron.server.BoundCluster;
import com.datastax.oss.simulacron.server.BoundNode;
import com.datastax.oss.simulacron.server.Inet4Resolver;
import com.datastax.oss.simulacron.server.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.cql.driver.CqlSettings;
import squall.cql.driver.PartitionPolicy.PartitionMap;
import squall.fixture.Ports;
import squall.spi.Outcome;

/** Cluster that stores nothing and answers as it is told. Its nodes are 127.0.77.1, .2, … on one port. */
final class Stub implements AutoCloseable {
    private final Server server;
    private final BoundCluster cluster;
    private final int port;

    private Stub(Server server, int port, int nodes) {
        this.server = server;
        this.port = port;
        this.cluster = server.register(ClusterSpec.builder().withNodes(nodes).build());
    }

    static Stub of(int nodes) throws IOException {
        int port = Ports.free();
        return new Stub(
                Server.builder()
                        .withAddressResolver(new Inet4Resolver(new byte[] {127, 0, 77, 1}, port))
                        .build(),
                port,
                nodes);
    }

    /** Partition of {@code ks.tbl}, the table of every variable. @param start of its hashes @param roles by the number of the node */
    record Partition(int start, Map<Integer, String> roles) {}

    /** Creates a stub with partitions, all on its first node, which is therefore taken for YugabyteDB. */
    static Stub yugabyte(int nodes) throws IOException {
        Stub stub = of(nodes);
        stub.partitions(new Partition(0, Map.of(0, "LEADER")));
        return stub;
    }

    /** Replaces the content of {@code system.partitions}. */
    void partitions(Partition... partitions) {
        PrimeDsl.RowBuilder told = PrimeDsl.rows();
        told.columnTypes(
                "keyspace_name",
                "varchar",
                "table_name",
                "varchar",
                "start_key",
                "blob",
                "end_key",
                "blob",
                "replica_addresses",
                "map<inet,varchar>");
        for (Partition partition : partitions) {
            Map<InetAddress, String> roles = new LinkedHashMap<>();
            partition.roles().forEach((node, role) -> roles.put(address(node), role));
            told.row(
                    "keyspace_name",
                    "ks",
                    "table_name",
                    "tbl",
                    "start_key",
                    ByteBuffer.allocate(2).putShort(0, (short) partition.start()),
                    "end_key",
                    ByteBuffer.allocate(0),
                    "replica_addresses",
                    roles);
        }
        cluster.prime(when(PartitionMap.QUERY).then(told));
    }

    /** Makes every node answer this statement so from now on. */
    void answers(String cql, Result result) {
        cluster.prime(when(cql).then(result));
    }

    BoundCluster cluster() {
        return cluster;
    }

    BoundNode node(int number) {
        return cluster.node(number);
    }

    InetAddress address(int node) {
        return cluster.node(node).inetSocketAddress().getAddress();
    }

    String contactPoint() {
        return "127.0.77.1:" + port;
    }

    CqlSettings settings() {
        return settings(new CqlSettings.Limits(
                Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofSeconds(20), 2));
    }

    CqlSettings settings(CqlSettings.Limits limits) {
        CqlSettings usual = CqlSettings.of(contactPoint());
        return new CqlSettings(
                usual.contactPoints(),
                "",
                usual.login(),
                usual.encryption(),
                usual.consistency(),
                limits,
                usual.wire(),
                usual.driverOptions());
    }

    CqlDatabase connect() throws IOException, InterruptedException {
        return CqlDatabase.connect(settings());
    }

    /** Returns the requests of clients with this text, in order. */
    List<QueryLog> sent(String cql) {
        return cluster.getLogs().getQueryLogs().stream()
                .filter(log -> cql.equals(log.getQuery()))
                .toList();
    }

    /** Returns a unit of work of one statement. */
    static CqlHandle.Work sending(String cql) {
        return exchange -> {
            exchange.execute(SimpleStatement.newInstance(cql));
            return Outcome.OK;
        };
    }

    @Override
    public void close() {
        server.close();
    }
}
