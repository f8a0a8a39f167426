package squall.testbed.cassandra.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.host.LocalPort;
import squall.testbed.host.PortReservations;

class CassandraFolderTest {
    @TempDir
    Path home;

    /** Covers an old error: a cluster that was created while another one was down took its port 7000. */
    @Test
    void a_cluster_that_is_down_keeps_its_ports_though_their_reservations_were_lost() throws Exception {
        CassandraFolder down = made("down");
        PortReservations reservations = PortReservations.of(down.folder());
        for (int port : ports(down)) {
            Files.delete(reservations.registry().resolve(Integer.toString(port)));
        }
        CassandraFolder other = folder("other");
        other.keepPorts();
        assertThat(ports(made("other"))).doesNotContainAnyElementsOf(ports(down));
    }

    private CassandraFolder made(String name) throws Exception {
        CassandraFolder folder = folder(name);
        CassandraShape shape = CassandraShape.of("cassandra", new Options("cassandra", Map.of("nodes", "2")));
        folder.make(
                CassandraRing.of("5.0.6", name, shape, folder.allocator(Optional.empty())),
                new ClusterFolder.Placement(Optional.empty(), Optional.empty()));
        return folder;
    }

    private CassandraFolder folder(String name) throws Exception {
        return CassandraFolder.named(StateFolder.at(home), name);
    }

    private static List<Integer> ports(CassandraFolder folder) throws Exception {
        return folder.note().orElseThrow().nodeAddresses().stream()
                .flatMap(node -> node.linkControl().all().stream())
                .map(LocalPort::number)
                .distinct()
                .toList();
    }
}
