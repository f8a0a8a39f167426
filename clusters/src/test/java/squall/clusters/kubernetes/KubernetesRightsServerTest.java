package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;

/**
 * Test of what the shipped roles do not permit, by requests to a real API server; what they permit, the other tests on it need. Everything
 * that is asked for exists, so that only the rights are missing.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class KubernetesRightsServerTest {
    @RegisterExtension
    static final TestNamespace NAMESPACE = new TestNamespace();

    private static final String LOCAL = "local";
    private static KubernetesClient account;

    @BeforeAll
    static void make() throws IOException, InterruptedException {
        account = NAMESPACE.account();
        try (KubernetesClient admin = NAMESPACE.admin()) {
            TestNamespace.create(admin, others(), Map.of());
            for (String namespace : new String[] {NAMESPACE.name(), others()}) {
                admin.resource(pod(namespace)).create();
                admin.resource(new SecretBuilder()
                                .withNewMetadata()
                                .withName(LOCAL)
                                .withNamespace(namespace)
                                .endMetadata()
                                .build())
                        .create();
            }
        }
    }

    @AfterAll
    static void end() {
        if (account != null) {
            account.close();
        }
    }

    private static String others() {
        return NAMESPACE.name() + "-others";
    }

    /** Returns a pod that finds no machine, so that it costs none. */
    private static Pod pod(String namespace) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("db-0")
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withNodeSelector(Map.of("squall.dev/none", "true"))
                .addNewContainer()
                .withName("server")
                .withImage(PodSet.IMAGE)
                .endContainer()
                .endSpec()
                .build();
    }

    @Test
    void in_its_own_namespace_the_account_reads_and_deletes_pods() {
        assertThat(account.pods().inNamespace(NAMESPACE.name()).withName("db-0").get())
                .isNotNull();
        assertThat(account.pods()
                        .inNamespace(NAMESPACE.name())
                        .withName("db-0")
                        .dryRun(true)
                        .delete())
                .isNotEmpty();
    }

    @Test
    void nothing_in_the_namespace_of_others_is_permitted() {
        assertForbidden(
                client -> client.pods().inNamespace(others()).withName("db-0").get());
        assertForbidden(client -> client.pods().inNamespace(others()).list());
        assertForbidden(
                client -> client.pods().inNamespace(others()).withName("db-0").delete());
        assertForbidden(client -> client.resource(pod(others())).create());
        assertForbidden(client -> client.apps()
                .statefulSets()
                .inNamespace(others())
                .withName("db")
                .get());
        assertForbidden(client -> client.apps()
                .statefulSets()
                .inNamespace(others())
                .withName("db")
                .scale(0));
        assertForbidden(
                client -> client.secrets().inNamespace(others()).withName(LOCAL).get());
        try (KubernetesClient admin = NAMESPACE.admin()) {
            assertThat(admin.pods()
                            .inNamespace(others())
                            .withName("db-0")
                            .get()
                            .getMetadata()
                            .getDeletionTimestamp())
                    .isNull();
        }
    }

    @Test
    void a_cluster_in_the_namespace_of_others_is_an_error_that_names_the_right_and_the_server() {
        KubernetesCluster theirs = new KubernetesCluster(new StatefulSetWorkload(
                new KubernetesApi(account, others()),
                "db",
                "",
                1,
                new ClientAccess("jdbc:postgresql://db/x", "", ""),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        assertThatIOException()
                .isThrownBy(theirs::nodes)
                .withMessageStartingWith("the Kubernetes API at https://")
                .withMessageContaining("statefulsets.apps \"db\" is forbidden: User \"system:serviceaccount:"
                        + NAMESPACE.name() + ":" + TestNamespace.ACCOUNT
                        + "\" cannot get resource \"statefulsets\"");
    }

    @Test
    void in_its_own_namespace_the_account_makes_no_sets_reads_no_secrets_and_gives_itself_no_rights() {
        String own = NAMESPACE.name();
        assertForbidden(
                client -> client.secrets().inNamespace(own).withName(LOCAL).get());
        assertForbidden(
                client -> client.configMaps().inNamespace(own).withName(LOCAL).get());
        assertForbidden(client -> client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(LOCAL)
                        .withNamespace(own)
                        .endMetadata()
                        .build())
                .create());
        assertForbidden(client ->
                client.apps().statefulSets().inNamespace(own).withName("db").delete());
        assertForbidden(client -> client.apps().statefulSets().inNamespace(own).list());
        assertForbidden(
                client -> client.persistentVolumeClaims().inNamespace(own).list());
        assertForbidden(client -> client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(LOCAL)
                        .withNamespace(own)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "admin")
                        .addNewSubject("", "ServiceAccount", TestNamespace.ACCOUNT, own)
                        .build())
                .create());
    }

    @Test
    void of_the_cluster_as_a_whole_the_account_only_reads_single_machines_and_two_definitions() {
        String machine;
        try (KubernetesClient admin = NAMESPACE.admin()) {
            machine = Objects.requireNonNull(
                    admin.nodes().list().getItems().getFirst().getMetadata().getName());
        }
        assertThat(account.nodes().withName(machine).get()).isNotNull();
        assertForbidden(client -> client.nodes().list());
        assertForbidden(client -> client.nodes()
                .withName(machine)
                .edit(node -> new NodeBuilder(node)
                        .editMetadata()
                        .addToLabels("squall.dev/test", "true")
                        .endMetadata()
                        .build()));
        assertForbidden(client -> client.namespaces().withName(NAMESPACE.name()).delete());
        assertForbidden(client ->
                client.apiextensions().v1().customResourceDefinitions().list());
        assertForbidden(client -> client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("podchaos.chaos-mesh.org")
                .get());
    }

    private static void assertForbidden(Consumer<KubernetesClient> request) {
        assertThatThrownBy(() -> request.accept(account))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).as(e.getMessage()).isEqualTo(403));
    }
}
