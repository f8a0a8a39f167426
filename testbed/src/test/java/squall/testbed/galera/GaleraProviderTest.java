package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster;
import squall.spi.ClusterProvider.Outline;
import squall.spi.Options;

class GaleraProviderTest {
    private final GaleraProvider provider = new GaleraProvider();

    @Test
    void an_outline_has_three_nodes_and_links_only_with_namespaces() throws IOException {
        Outline plain = outline(Map.of());
        assertThat(plain.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
        assertThat(plain.target().url()).isEqualTo("jdbc:mariadb://127.0.0.1:3306/squall");
        assertThat(plain.unavailable().apply(Cluster.Links.class))
                .contains("this cluster does not support link faults; create it with namespaces=true");
        assertThat(plain.unavailable().apply(Cluster.Restarts.class)).isEmpty();
        assertThat(plain.unavailable().apply(Cluster.HasPrimary.class)).contains("galera does not support it");
        assertThat(outline(Map.of("namespaces", "true")).unavailable().apply(Cluster.Links.class))
                .isEmpty();
    }

    @Test
    void with_one_writer_clients_are_given_the_first_node_only() {
        String hosts = "127.0.0.1:16332,127.0.0.1:16333";
        assertThat(url(hosts, GaleraShape.Writers.ONE, 0)).isEqualTo("jdbc:mariadb://127.0.0.1:16332/squall");
        assertThat(url(hosts, GaleraShape.Writers.ALL, 0))
                .isEqualTo("jdbc:mariadb://127.0.0.1:16332,127.0.0.1:16333/squall");
    }

    @Test
    void reads_that_wait_for_other_nodes_are_a_setting_of_each_session() throws IOException {
        assertThat(url("127.0.0.1:16332", GaleraShape.Writers.ALL, 7))
                .isEqualTo("jdbc:mariadb://127.0.0.1:16332/squall?sessionVariables=wsrep_sync_wait=7");
        assertThat(outline(Map.of("sync-wait", "1")).target().url())
                .isEqualTo("jdbc:mariadb://127.0.0.1:3306/squall?sessionVariables=wsrep_sync_wait=1");
    }

    private static String url(String hosts, GaleraShape.Writers writers, int syncWait) {
        return GaleraCluster.url(hosts, new GaleraShape.Clients(writers, syncWait));
    }

    @Test
    void options_without_a_meaning_are_mistakes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outline(Map.of("writers", "two")))
                .withMessage("galera: option 'writers' must be all or one, not 'two'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outline(Map.of("nodes", "10")))
                .withMessage("galera: option 'nodes' must be a whole number in [1, 9], not '10'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outline(Map.of("links", "true")))
                .withMessage("galera: unknown option 'links' (known: name, nodes, namespaces, disks,"
                        + " flush-log, writers, sync-wait, node-cpus and 1 more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outline(Map.of("sync-wait", "16")))
                .withMessage("galera: option 'sync-wait' must be a whole number in [0, 15], not '16'");
    }

    private Outline outline(Map<String, String> more) throws IOException {
        return provider.outline(options(more)).orElseThrow();
    }

    private static Options options(Map<String, String> more) {
        return new Options("galera", Map.of("name", "never-made")).with(more);
    }
}
