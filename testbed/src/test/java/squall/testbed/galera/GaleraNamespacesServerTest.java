package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.NetworkInterface;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.testbed.galera.GaleraCluster.GaleraStatus;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** Real servers in real namespaces, where this machine can have both. */
@Tag("server")
@Tag("extended")
@EnabledIf("installed")
class GaleraNamespacesServerTest {
    private static final GaleraBed BED = GaleraBed.of(Map.of("namespaces", "true"));
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration A_MOMENT = Duration.ofMillis(700);

    static boolean installed() {
        return GaleraBed.installed(GaleraNamespacesServerTest.class);
    }

    @BeforeAll
    static void create() throws Exception {
        Optional<String> refusal = NetworkNamespaces.refusal();
        refusal.ifPresent(why -> System.err.println("SKIPPED: galera in namespaces: " + why));
        Assumptions.assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
        BED.up();
        BED.execute(BED.node("n1"), "CREATE TABLE acknowledged (id BIGINT PRIMARY KEY)");
    }

    @AfterAll
    static void nothing_is_left() throws Exception {
        Optional<Subnet> subnet =
                Subnet.read(NetworkNamespaces.file(BED.folder().resolve("galera/kept")));
        if (subnet.isPresent()) {
            BED.remove();
            assertThat(NetworkInterface.networkInterfaces().map(NetworkInterface::getName))
                    .noneMatch(name -> name.startsWith("sq" + subnet.get().id()));
        }
    }

    @Test
    void a_node_cut_off_from_the_others_refuses_statements_and_joins_again_when_the_cut_ends() throws Exception {
        BED.up();
        Node alone = BED.node("n1");
        for (String other : List.of("n2", "n3")) {
            cut(new Link("n1", other));
            cut(new Link(other, "n1"));
        }
        BED.await(alone, State.BUSY);
        assertThatThrownBy(() -> BED.execute(alone, "INSERT INTO acknowledged VALUES (1)"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("WSREP has not yet prepared node for application use");
        assertThat(PollDeadline.in(GaleraBed.SOON).await(() -> seenBy("n2") == 2))
                .isTrue();
        BED.execute(BED.node("n2"), "INSERT INTO acknowledged VALUES (2)");
        for (Link link : BED.cluster().links()) {
            BED.cluster().restoreLink(link);
        }
        BED.await(alone, State.UP);
        assertThat(BED.present(alone)).contains(2L).doesNotContain(1L);
    }

    @Test
    void a_link_to_clients_that_is_cut_leaves_the_group_whole() throws Exception {
        BED.up();
        Link there = new Link(Links.CLIENTS, "n3");
        cut(there);
        assertThat(BED.cluster().probe(there, A_MOMENT)).isEmpty();
        assertThat(BED.cluster().impairment(there)).contains(new Impairment.Cut());
        assertThat(seenBy("n1")).isEqualTo(3);
        BED.cluster().restoreLink(there);
        assertThat(BED.cluster().probe(there, GaleraBed.SOON)).isPresent();
        assertThat(BED.cluster().state(BED.node("n3"))).isEqualTo(State.UP);
    }

    private static void cut(Link link) throws IOException, InterruptedException {
        BED.cluster().disturb(link, new Impairment.Cut(), LONG);
    }

    private static int seenBy(String name) throws IOException, InterruptedException {
        return BED.cluster().status().stream()
                .filter(status -> status.node().name().equals(name))
                .mapToInt(GaleraStatus::sees)
                .findFirst()
                .orElseThrow();
    }
}
