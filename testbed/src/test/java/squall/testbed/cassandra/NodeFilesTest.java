package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.host.Folders;

class NodeFilesTest {
    @TempDir
    Path folder;

    /** With a ring delay of 0 it forgot each of them every other second, and the writes it should have sent. */
    @Test
    void a_single_node_does_not_forget_a_node_that_joins() throws Exception {
        assertThat(arguments(ring().seats().getFirst())).contains("\"-Dcassandra.gossip_quarantine_delay_ms=60000\"");
    }

    @Test
    void a_node_that_joins_takes_clients_only_after_news_of_it_has_spread() throws Exception {
        Seat joining = Seating.next(ring(), Optional.empty(), "rack1", "dc1");
        assertThat(arguments(joining))
                .contains("\"-Dcassandra.gossip_settle_min_wait_ms=1500\"")
                .noneMatch(line -> line.contains("skip_wait_for_gossip_to_settle"));
        assertThat(arguments(joining.joined())).contains("\"-Dcassandra.skip_wait_for_gossip_to_settle=0\"");
    }

    /** The others ignore what they hear from there for a minute. */
    @Test
    void a_node_that_joins_does_not_have_the_port_of_one_that_left() throws Exception {
        Ring ring = ring();
        Seat left = Seating.next(ring, Optional.empty(), "rack1", "dc1");
        Ring without = ring.with(left).without(left);
        Seat joining = Seating.next(without, Optional.empty(), "rack1", "dc1");
        assertThat(joining.wires().storage()).isGreaterThan(left.wires().storage());
    }

    private static Ring ring() throws Exception {
        Shape usual = Shape.usual();
        Shape shared = new Shape(1, 1, 1, usual.heapMb(), Addresses.SHARED, true, false, false, false, 0);
        return Ring.of("5.0.5", "files", shared, Optional.empty());
    }

    private List<String> arguments(Seat seat) throws Exception {
        Path lib = folder.resolve("lib");
        Folders.make(lib, "rwxr-xr-x");
        Files.writeString(lib.resolve("jamm-0.jar"), "");
        NodeFolder node = new NodeFolder(folder.resolve(seat.name()));
        var cassandra = new Cassandra(new CassandraJars(folder, "5.0.5"), new NodeJdk(folder, 17));
        new NodeFiles(cassandra, ring(), "secret").write(seat, node);
        return Files.readAllLines(node.arguments());
    }
}
