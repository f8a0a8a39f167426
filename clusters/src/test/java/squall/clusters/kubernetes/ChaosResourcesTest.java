package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import squall.fixture.ChaosMesh;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;

/** Against fabric8's mock of an API server, which takes note of objects and does nothing with them. */
class ChaosResourcesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MockKubernetes kubernetes;

    ChaosResourcesTest() throws IOException, InterruptedException {
        kubernetes = new MockKubernetes();
    }

    @AfterEach
    void end() {
        kubernetes.close();
    }

    @Test
    void links_want_chaos_mesh() throws Exception {
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        assertThat(cluster.unavailable(Cluster.Links.class))
                .contains("Chaos Mesh is not installed in this Kubernetes cluster: it has no"
                        + " networkchaos.chaos-mesh.org");
        assertThat(cluster.links()).isEmpty();
        kubernetes.installChaosMesh();
        assertThat(cluster.unavailable(Cluster.Links.class)).isEmpty();
        assertThat(cluster.links()).hasSize(6);
        assertThat(cluster.refusal(new Impairment.Reset())).contains("NetworkChaos of Chaos Mesh ends no connections");
    }

    @Test
    void a_trouble_is_an_object_with_a_duration_and_our_label() throws Exception {
        kubernetes.installChaosMesh();
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Link link = new Link("crdb-0", "crdb-1");
        for (Impairment impairment : List.of(
                new Impairment.Cut(),
                new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(10)),
                new Impairment.Loss(0.25),
                new Impairment.Throttle(128_000))) {
            cluster.disturb(link, impairment, Duration.ofSeconds(90));
            assertThat(cluster.impairment(link)).contains(impairment);
        }
        assertThat(cluster.impairment(link.reversed())).isEmpty();
        GenericKubernetesResource object = kubernetes.chaos("squall-crdb-0-to-crdb-1");
        assertThat(object.getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "squall");
        assertThat(object.<Object>get("spec", "duration")).isEqualTo("90s");
        assertThat(object.<Object>get("spec", "direction")).isEqualTo("to");
        cluster.restoreLink(link);
        cluster.restoreLink(link);
        assertThat(cluster.impairment(link)).isEmpty();
    }

    @Test
    void an_object_of_another_owner_is_left_alone() throws Exception {
        kubernetes.installChaosMesh();
        GenericKubernetesResource theirs = new GenericKubernetesResource();
        theirs.setApiVersion("chaos-mesh.org/v1alpha1");
        theirs.setKind("NetworkChaos");
        theirs.setMetadata(
                new ObjectMetaBuilder().withName("squall-crdb-0-to-crdb-1").build());
        kubernetes
                .client()
                .genericKubernetesResources(ChaosMesh.context("NetworkChaos"))
                .inNamespace("db")
                .resource(theirs)
                .create();
        assertThatThrownBy(() -> kubernetes.cluster(LIMIT).restoreLink(new Link("crdb-0", "crdb-1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not Squall's");
        assertThat(kubernetes.chaos("squall-crdb-0-to-crdb-1")).isNotNull();
    }

    @Test
    void a_disk_is_held_up_by_an_object_too() throws Exception {
        kubernetes.installChaosMesh();
        KubernetesCluster cluster = kubernetes.cluster(LIMIT);
        Node node = cluster.node("crdb-0");
        assertThat(cluster.unavailable(Cluster.Disks.class)).isEmpty();
        cluster.hold(node, Duration.ofMillis(200), LIMIT);
        assertThat(cluster.held(node)).contains(Duration.ofMillis(200));
        cluster.release(node);
        assertThat(cluster.held(node)).isEmpty();
    }
}
