package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.testbed.FreePort;

class PortReservationsTest {
    private static final String HOST = "127.0.0.1";

    @TempDir
    private Path folder;

    /** Reserves ports while the nodes of the first cluster are down, so that nothing listens at its ports. */
    @Test
    void a_cluster_does_not_get_the_port_of_another_ones_node_that_is_down() throws Exception {
        int first = first();
        assertThat(of("one").take(HOST, first, first + 50, 2)).startsWith(first);
        Files.createDirectory(folder.resolve("one"));
        List<Integer> ones = of("one").take(HOST, first, first + 50, 2);
        assertThat(of("two").take(HOST, first, first + 50, 2)).doesNotContainAnyElementsOf(ones);
    }

    @Test
    void ports_of_a_cluster_in_the_making_are_not_free() throws Exception {
        int first = first();
        assertThat(of("one").takeFirst(first, first, port -> true)).contains(first);
        Files.createDirectory(folder.resolve("one.making"));
        assertThat(of("two").takeFirst(first, first, port -> true)).isEmpty();
    }

    @Test
    void ports_of_a_removed_cluster_are_free() throws Exception {
        int first = first();
        Path one = Files.createDirectory(folder.resolve("one"));
        assertThat(of("one").takeFirst(first, first, port -> true)).contains(first);
        assertThat(of("two").takeFirst(first, first, port -> true)).isEmpty();
        Files.delete(one);
        assertThat(of("two").takeFirst(first, first, port -> true)).contains(first);
    }

    @Test
    void a_released_cluster_leaves_no_file_and_others_keep_theirs() throws Exception {
        int first = first();
        Files.createDirectory(folder.resolve("one"));
        Files.createDirectory(folder.resolve("two"));
        of("one/proxy").keep(List.of(first));
        of("one").keep(List.of(first + 1));
        of("two").keep(List.of(first + 2));
        of("one").release();
        of("one").release();
        assertThat(folder.resolve("ports")).isDirectoryNotContaining("regex:.*/(" + first + "|" + (first + 1) + ")");
        assertThat(folder.resolve("ports").resolve(Integer.toString(first + 2))).exists();
    }

    @Test
    void a_cluster_keeps_what_it_has_but_not_what_another_has() throws Exception {
        Files.createDirectory(folder.resolve("one"));
        Files.createDirectory(folder.resolve("two"));
        int first = first();
        of("one").keep(List.of(first));
        of("two").keep(List.of(first, first + 1));
        assertThat(of("one").takeFirst(first, first + 1, port -> true)).contains(first);
        assertThat(of("one").takeFirst(first + 1, first + 1, port -> true)).isEqualTo(Optional.empty());
    }

    @Test
    void too_few_free_ports_are_reported_with_a_remedy() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            assertThatThrownBy(() -> of("one").take(HOST, port, port, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("fewer than 1 ports from " + port + " to " + port
                            + " are free on 127.0.0.1: stop servers, or remove clusters with 'testbed reset' (their ports are in "
                            + folder.resolve("ports") + ")");
        }
    }

    private PortReservations of(String cluster) {
        return new PortReservations(folder.resolve("ports"), folder.resolve(cluster));
    }

    /** Returns the first of some ports. */
    private static int first() throws IOException {
        return Math.min(FreePort.find(), 60_000);
    }
}
