package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.Cluster.Node;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraNodeFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cassandra.layout.NodeAddressAllocator;
import squall.testbed.cluster.ClusterFolder.Placement;
import squall.testbed.host.LoopDisk;

/** Test of nodes that leave, without a node that runs. */
class CassandraMembershipTest {
    @TempDir
    Path folder;

    /** Covers an old error: a node whose disk was not mounted seemed never to have begun, and was removed with its data. */
    @Test
    void a_node_that_may_have_joined_is_kept_while_its_disk_is_not_mounted() throws Exception {
        StateFolder state = StateFolder.at(folder);
        CassandraFolder home = CassandraFolder.named(state, "kept");
        NodeAddressAllocator allocator = home.allocator(Optional.empty());
        CassandraRing ring = CassandraRing.of("5.0.6", "kept", CassandraShape.usual(), allocator);
        home.make(ring, new Placement(Optional.empty(), Optional.empty()));
        CassandraRing joining = ring.with(allocator.next(ring, "rack1", "dc1"));
        home.write(joining);
        CassandraNodeFolder node =
                new CassandraNodeFolder(home.node(joining.members().getLast()));
        Files.createDirectories(node.conf());
        Files.createFile(LoopDisk.files(node.path()).getFirst());
        Files.createFile(node.arguments()); // written before the node is started
        CassandraCluster cluster = new CassandraCluster(state, "kept");
        Node leaving = cluster.node("n2");

        assertThatIOException()
                .isThrownBy(() -> cluster.remove(leaving))
                .withMessage("n2 is DOWN; only a node that is UP can move its data to the others");
        assertThat(cluster.nodes()).extracting(Node::name).containsExactly("n1", "n2");
        assertThat(node.arguments()).exists();
        home.ports().release();
    }
}
