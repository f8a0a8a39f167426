package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.ChaosMesh;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;

/**
 * Test of the objects of Chaos Mesh on a real API server that has their definitions: it accepts them whole, and they are gone when a fault
 * is healed. Chaos Mesh itself does not run, so the test reports in its place that an object is in effect, and no link is disturbed.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class ChaosMeshServerTest {
    private static final Duration LIMIT = TestNamespace.LIMIT;
    private static final Link LINK = new Link("db-0", "db-1");
    private static final String NAME = "squall-db-0-to-db-1";

    @RegisterExtension
    static final TestNamespace NAMESPACE = new TestNamespace();

    private static KubernetesClient admin;
    private static ChaosMesh chaosMesh;

    @BeforeAll
    static void define() throws IOException, InterruptedException {
        admin = NAMESPACE.admin();
        try (PodSet database = PodSet.plain(NAMESPACE, 1)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            for (Class<?> capability : List.of(Cluster.Links.class, Cluster.Disks.class)) {
                String definition =
                        (capability == Cluster.Links.class ? "networkchaos" : "iochaos") + ".chaos-mesh.org";
                if (admin.apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .withName(definition)
                                .get()
                        == null) { // else another has made it
                    assertThat(cluster.unavailable(capability))
                            .contains(
                                    "Chaos Mesh is not installed in this Kubernetes cluster: it has no " + definition);
                }
            }
        }
        chaosMesh = ChaosMesh.start(admin, NAMESPACE.name(), "ChaosMeshServerTest");
    }

    @AfterAll
    static void undefine() {
        if (chaosMesh != null) {
            chaosMesh.close();
        }
        admin.close();
    }

    @Test
    void each_impairment_of_a_link_is_accepted_whole_read_back_and_gone_when_it_is_healed() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 2)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            assertThat(cluster.unavailable(Cluster.Links.class)).isEmpty();
            assertThat(cluster.links()).containsExactly(LINK, LINK.reversed());
            Map<Impairment, Map<String, Object>> wanted = Map.of(
                    new Impairment.Cut(),
                    Map.of("action", "partition"),
                    new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(10)),
                    Map.of(
                            "action",
                            "delay",
                            "delay",
                            Map.of("latency", "55000us", "jitter", "5000us", "correlation", "0")),
                    new Impairment.Loss(0.25),
                    Map.of("action", "loss", "loss", Map.of("loss", "25.0", "correlation", "0")),
                    new Impairment.Throttle(128_000),
                    Map.of(
                            "action",
                            "bandwidth",
                            "bandwidth",
                            Map.of("rate", "128000bps", "limit", 1_000_000, "buffer", 10_000)));
            for (Map.Entry<Impairment, Map<String, Object>> each : wanted.entrySet()) {
                cluster.disturb(LINK, each.getKey(), Duration.ofSeconds(90));
                Map<String, Object> spec = new HashMap<>(each.getValue());
                spec.putAll(pods("db-0"));
                spec.putAll(Map.of("direction", "to", "target", pods("db-1"), "duration", "90s"));
                // What the definitions do not know, the API server drops.
                assertThat(chaosMesh.spec("NetworkChaos", NAME)).isEqualTo(spec);
                assertThat(cluster.impairment(LINK)).contains(each.getKey());
                assertThat(cluster.impairment(LINK.reversed())).isEmpty();
            }
            cluster.restoreLink(LINK);
            cluster.restoreLink(LINK);
            assertThat(cluster.impairment(LINK)).isEmpty();
            assertThat(chaosMesh.objects("NetworkChaos")).isEmpty();
            assertThat(chaosMesh.works()).isTrue();
        }
    }

    @Test
    void a_delay_of_a_disk_is_accepted_whole_and_gone_when_it_is_healed() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 1)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node node = cluster.node("db-0");
            assertThat(cluster.unavailable(Cluster.Disks.class)).isEmpty();
            cluster.hold(node, Duration.ofMillis(200), Duration.ofSeconds(90));
            Map<String, Object> spec = new HashMap<>(pods("db-0"));
            spec.putAll(Map.of(
                    "action",
                    "latency",
                    "volumePath",
                    "/data",
                    "path",
                    "/data/**/*",
                    "containerNames",
                    List.of("server"),
                    "methods",
                    List.of("write", "flush", "fsync"),
                    "delay",
                    "200ms",
                    "percent",
                    100,
                    "duration",
                    "90s"));
            assertThat(chaosMesh.spec("IOChaos", "squall-disk-db-0")).isEqualTo(spec);
            assertThat(cluster.held(node)).contains(Duration.ofMillis(200));
            cluster.release(node);
            assertThat(cluster.held(node)).isEmpty();
            assertThat(chaosMesh.objects("IOChaos")).isEmpty();
            assertThat(chaosMesh.works()).isTrue();
        }
    }

    /** Shows that the comparisons above are no formality. */
    @Test
    void the_api_server_refuses_what_the_definitions_do_not_allow() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 1)) {
            ChaosResources chaos = new ChaosResources(database.workload().api(), "NetworkChaos");
            Map<String, Object> spec = new HashMap<>(chaos.pods("db-0"));
            spec.put("action", "partitoin");
            assertThatIOException()
                    .isThrownBy(() -> chaos.apply("wrong", spec, LIMIT))
                    .withMessageContaining("spec.action: Unsupported value: \"partitoin\"");
        }
    }

    @Test
    void an_object_of_another_owner_is_left_alone() throws Exception {
        try (PodSet database = PodSet.plain(NAMESPACE, 2)) {
            GenericKubernetesResource theirs = new GenericKubernetesResource();
            theirs.setApiVersion("chaos-mesh.org/v1alpha1");
            theirs.setKind("NetworkChaos");
            theirs.setMetadata(new ObjectMetaBuilder()
                    .withName(NAME)
                    .withNamespace(NAMESPACE.name())
                    .build());
            Map<String, Object> spec = new HashMap<>(pods("db-0"));
            spec.put("action", "partition");
            theirs.setAdditionalProperty("spec", spec);
            admin.resource(theirs).create();
            try {
                assertThatIOException()
                        .isThrownBy(() -> database.cluster(LIMIT).restoreLink(LINK))
                        .withMessageContaining("is not Squall's");
                assertThat(chaosMesh.objects("NetworkChaos")).containsExactly(NAME);
            } finally {
                admin.resource(theirs).delete();
            }
        }
    }

    private static Map<String, Object> pods(String name) {
        return Map.of("mode", "all", "selector", Map.of("pods", Map.of(NAMESPACE.name(), List.of(name))));
    }
}
