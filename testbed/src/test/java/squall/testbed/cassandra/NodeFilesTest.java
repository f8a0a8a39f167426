package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.testbed.cassandra.CassandraNodes.CassandraInstallation;
import squall.testbed.cassandra.layout.CassandraNodeFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cassandra.layout.CassandraShape.NodeAddressing;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.layout.NodeAddressAllocator;
import squall.testbed.cassandra.layout.NodeJdk;
import squall.testbed.host.PortReservations;

class NodeFilesTest {
    @TempDir
    Path folder;

    /** Covers an old error: with a ring delay of 0 it forgot each of them every other second, and the writes it should have sent. */
    @Test
    void a_single_node_does_not_forget_a_node_that_joins() throws Exception {
        assertThat(arguments(ring().nodeAddresses().getFirst()))
                .contains("\"-Dcassandra.gossip_quarantine_delay_ms=60000\"");
    }

    @Test
    void a_node_that_joins_takes_clients_only_after_news_of_it_has_spread() throws Exception {
        NodeAddress joining = allocator().next(ring(), "rack1", "dc1");
        assertThat(arguments(joining))
                .contains("\"-Dcassandra.gossip_settle_min_wait_ms=1500\"")
                .noneMatch(line -> line.contains("skip_wait_for_gossip_to_settle"));
        assertThat(arguments(joining.joined())).contains("\"-Dcassandra.skip_wait_for_gossip_to_settle=0\"");
    }

    /** Chooses another port, because the others ignore the messages from the former one for a minute. */
    @Test
    void a_node_that_joins_does_not_have_the_port_of_one_that_left() throws Exception {
        CassandraRing ring = ring();
        NodeAddress left = allocator().next(ring, "rack1", "dc1");
        CassandraRing without = ring.with(left).without(left);
        NodeAddress joining = allocator().next(without, "rack1", "dc1");
        assertThat(joining.linkControl().storage())
                .isGreaterThan(left.linkControl().storage());
    }

    @Test
    void data_is_spread_over_as_many_folders_as_requested() throws Exception {
        CassandraRing ring = ring();
        CassandraRing spread =
                ring.shaped(CassandraShape.of("cassandra", new Options("cassandra", Map.of("data-dirs", "2"))));
        CassandraNodeFolder node = new CassandraNodeFolder(folder.resolve("n1"));
        var cassandra = new CassandraInstallation(new CassandraJars(folder, "5.0.5"), new NodeJdk(folder, 17));
        assertThat(new NodeFiles(cassandra, ring, "secret")
                        .settings(ring.nodeAddresses().getFirst(), node)
                        .get("data_file_directories"))
                .isEqualTo("[ '" + node.data() + "/data' ]");
        assertThat(new NodeFiles(cassandra, spread, "secret")
                        .settings(ring.nodeAddresses().getFirst(), node)
                        .get("data_file_directories"))
                .isEqualTo("[ '" + node.data() + "/data1', '" + node.data() + "/data2' ]");
    }

    @Test
    void accord_is_switched_on_where_a_version_has_it() throws Exception {
        NodeAddress node = ring().nodeAddresses().getFirst();
        CassandraNodeFolder made = new CassandraNodeFolder(folder.resolve("n1"));
        assertThat(files("5.0.6").settings(node, made)).doesNotContainKey("accord");
        assertThat(files("6.0-alpha2").settings(node, made))
                .containsEntry(
                        "accord",
                        "{ enabled: true, journal: { flush_mode: BATCH, stop_marker_failure_policy: REBOOTSTRAP } }");
    }

    /** With all three as seeds the first one died: each wanted to found the metadata service. */
    @Test
    void of_three_nodes_of_version_6_the_first_alone_is_a_seed() throws Exception {
        CassandraShape three =
                CassandraShape.of("cassandra", new Options("cassandra", Map.of("nodes", "3", "addresses", "shared")));
        CassandraRing accord = CassandraRing.of("6.0-alpha2", "files", three, allocator());
        assertThat(accord.seeds())
                .isEqualTo(accord.nodeAddresses().getFirst().linkControl().seed());
        assertThat(CassandraRing.of("5.0.5", "files", three, allocator())
                        .seeds()
                        .split(",", -1))
                .hasSize(3);
    }

    private NodeFiles files(String version) throws Exception {
        return new NodeFiles(
                new CassandraInstallation(new CassandraJars(folder, version), new NodeJdk(folder, 17)),
                ring(),
                "secret");
    }

    private NodeAddressAllocator allocator() {
        return new NodeAddressAllocator(new PortReservations(folder.resolve("ports"), folder), Optional.empty());
    }

    private CassandraRing ring() throws Exception {
        CassandraShape usual = CassandraShape.usual();
        CassandraShape shared = new CassandraShape(
                1, 1, 1, usual.heapMb(), NodeAddressing.SHARED, true, false, false, false, "", 0, 1, "batch");
        return CassandraRing.of("5.0.5", "files", shared, allocator());
    }

    private List<String> arguments(NodeAddress nodeAddress) throws Exception {
        Path lib = folder.resolve("lib");
        FileTrees.make(lib, "rwxr-xr-x");
        Files.writeString(lib.resolve("jamm-0.jar"), "");
        CassandraNodeFolder node = new CassandraNodeFolder(folder.resolve(nodeAddress.name()));
        var cassandra = new CassandraInstallation(new CassandraJars(folder, "5.0.5"), new NodeJdk(folder, 17));
        new NodeFiles(cassandra, ring(), "secret").write(nodeAddress, node);
        return Files.readAllLines(node.arguments());
    }
}
