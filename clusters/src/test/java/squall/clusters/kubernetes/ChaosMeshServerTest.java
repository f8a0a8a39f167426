package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram.Finished;

/**
 * Test of the objects of Chaos Mesh on a real API server that has their definitions: it accepts them whole, and they are gone when a fault
 * is healed. Chaos Mesh itself does not run, so the test reports in its place that an object is in effect, and no link is disturbed.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class ChaosMeshServerTest {
    private static final Duration LIMIT = LocalKubernetes.LIMIT;
    private static final Link LINK = new Link("db-0", "db-1");
    private static final String NAME = "squall-db-0-to-db-1";

    @RegisterExtension
    static final LocalKubernetes KUBERNETES = new LocalKubernetes();

    private static final List<CustomResourceDefinition> DEFINED = new ArrayList<>();

    @BeforeAll
    static void define() throws IOException, InterruptedException {
        Finished definitions = LocalKubernetes.chaosMesh();
        if (definitions.exitCode() == LocalKubernetes.NOT_HERE) {
            System.err.println("NOT TESTED HERE: ChaosMeshServerTest, objects of Chaos Mesh on a real API server; "
                    + definitions.messages());
        }
        assumeTrue(definitions.exitCode() != LocalKubernetes.NOT_HERE, definitions.messages());
        try (KubernetesClient admin = KUBERNETES.admin();
                PodSet database = PodSet.plain(KUBERNETES, 1)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            for (var each : admin.load(new ByteArrayInputStream(
                            definitions.orThrow().output().getBytes(StandardCharsets.UTF_8)))
                    .items()) {
                CustomResourceDefinition definition = (CustomResourceDefinition) each;
                if (admin.resource(definition).get() == null) { // else another has made it, and it stays
                    Class<?> capability =
                            definition.getSpec().getNames().getKind().equals("IOChaos")
                                    ? Cluster.Disks.class
                                    : Cluster.Links.class;
                    assertThat(cluster.unavailable(capability))
                            .contains("Chaos Mesh is not installed in this Kubernetes cluster: it has no "
                                    + definition.getMetadata().getName());
                    DEFINED.add(admin.resource(definition).create());
                }
                assertThat(PollDeadline.in(LIMIT).await(() -> established(admin, definition)))
                        .isTrue();
            }
        }
    }

    private static boolean established(KubernetesClient admin, CustomResourceDefinition definition) {
        CustomResourceDefinition there = admin.resource(definition).get();
        return there.getStatus() != null
                && there.getStatus().getConditions() != null
                && there.getStatus().getConditions().stream()
                        .anyMatch(each -> each.getType().equals("Established")
                                && each.getStatus().equals("True"));
    }

    @AfterAll
    static void undefine() {
        if (!DEFINED.isEmpty()) {
            try (KubernetesClient admin = KUBERNETES.admin()) {
                DEFINED.forEach(each -> admin.resource(each).delete());
            }
        }
    }

    /** Reporter in place of Chaos Mesh: it reports of each new object that it is in effect. */
    private static final class InjectionReporter implements AutoCloseable {
        private final KubernetesClient admin = KUBERNETES.admin();
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final ScheduledFuture<?> reports =
                clock.scheduleWithFixedDelay(this::report, 0, 100, TimeUnit.MILLISECONDS);

        boolean works() {
            return !reports.isDone();
        }

        private void report() {
            for (String kind : List.of("NetworkChaos", "IOChaos")) {
                var objects = admin.genericKubernetesResources(Controller.context(kind, kind.toLowerCase(Locale.ROOT)))
                        .inNamespace(KUBERNETES.namespace());
                for (GenericKubernetesResource each : objects.list().getItems()) {
                    if (!each.getAdditionalProperties().containsKey("status")) {
                        Map<String, String> condition = Map.of("type", "AllInjected", "status", "True");
                        each.setAdditionalProperty(
                                "status",
                                Map.of("conditions", List.of(condition), "experiment", Map.of("desiredPhase", "Run")));
                        objects.resource(each).update();
                    }
                }
            }
        }

        @Override
        public void close() {
            reports.cancel(false);
            clock.close();
            admin.close();
        }
    }

    @Test
    void each_impairment_of_a_link_is_accepted_whole_read_back_and_gone_when_it_is_healed() throws Exception {
        try (PodSet database = PodSet.plain(KUBERNETES, 2);
                KubernetesClient admin = KUBERNETES.admin();
                InjectionReporter reporter = new InjectionReporter()) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            assertThat(cluster.unavailable(Cluster.Links.class)).isEmpty();
            assertThat(cluster.links()).containsExactly(LINK, LINK.reversed());
            Map<Impairment, Map<String, Object>> wanted = Map.of(
                    new Impairment.Cut(),
                    Map.of("action", "partition"),
                    new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(10)),
                    Map.of("action", "delay", "delay", Map.of("latency", "50ms", "jitter", "10ms", "correlation", "0")),
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
                assertThat(spec(admin, "NetworkChaos", NAME)).isEqualTo(spec);
                assertThat(cluster.impairment(LINK)).contains(each.getKey());
                assertThat(cluster.impairment(LINK.reversed())).isEmpty();
            }
            cluster.restoreLink(LINK);
            cluster.restoreLink(LINK);
            assertThat(cluster.impairment(LINK)).isEmpty();
            assertThat(objects(admin, "NetworkChaos")).isEmpty();
            assertThat(reporter.works()).isTrue();
        }
    }

    @Test
    void a_delay_of_a_disk_is_accepted_whole_and_gone_when_it_is_healed() throws Exception {
        try (PodSet database = PodSet.plain(KUBERNETES, 1);
                KubernetesClient admin = KUBERNETES.admin();
                InjectionReporter reporter = new InjectionReporter()) {
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
            assertThat(spec(admin, "IOChaos", "squall-disk-db-0")).isEqualTo(spec);
            assertThat(cluster.held(node)).contains(Duration.ofMillis(200));
            cluster.release(node);
            assertThat(cluster.held(node)).isEmpty();
            assertThat(objects(admin, "IOChaos")).isEmpty();
            assertThat(reporter.works()).isTrue();
        }
    }

    /** Shows that the comparisons above are no formality. */
    @Test
    void the_api_server_refuses_what_the_definitions_do_not_allow() throws Exception {
        try (PodSet database = PodSet.plain(KUBERNETES, 1)) {
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
        try (PodSet database = PodSet.plain(KUBERNETES, 2);
                KubernetesClient admin = KUBERNETES.admin()) {
            GenericKubernetesResource theirs = new GenericKubernetesResource();
            theirs.setApiVersion("chaos-mesh.org/v1alpha1");
            theirs.setKind("NetworkChaos");
            theirs.setMetadata(new ObjectMetaBuilder()
                    .withName(NAME)
                    .withNamespace(KUBERNETES.namespace())
                    .build());
            Map<String, Object> spec = new HashMap<>(pods("db-0"));
            spec.put("action", "partition");
            theirs.setAdditionalProperty("spec", spec);
            admin.resource(theirs).create();
            try {
                assertThatIOException()
                        .isThrownBy(() -> database.cluster(LIMIT).restoreLink(LINK))
                        .withMessageContaining("is not Squall's");
                assertThat(objects(admin, "NetworkChaos")).containsExactly(NAME);
            } finally {
                admin.resource(theirs).delete();
            }
        }
    }

    private static Map<String, Object> pods(String name) {
        return Map.of("mode", "all", "selector", Map.of("pods", Map.of(KUBERNETES.namespace(), List.of(name))));
    }

    private static Map<String, Object> spec(KubernetesClient admin, String kind, String name) {
        return admin.genericKubernetesResources(Controller.context(kind, kind.toLowerCase(Locale.ROOT)))
                .inNamespace(KUBERNETES.namespace())
                .withName(name)
                .get()
                .get("spec");
    }

    private static List<String> objects(KubernetesClient admin, String kind) {
        return admin
                .genericKubernetesResources(Controller.context(kind, kind.toLowerCase(Locale.ROOT)))
                .inNamespace(KUBERNETES.namespace())
                .list()
                .getItems()
                .stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }
}
