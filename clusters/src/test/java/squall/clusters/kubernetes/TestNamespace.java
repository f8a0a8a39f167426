package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.fixture.LocalKubernetes;
import squall.system.PollDeadline;

/**
 * Namespace on the Kubernetes of this machine, with a service account that has the shipped roles. Each test class has its own, and takes it
 * away at its end, with those of others that it made.
 */
final class TestNamespace implements BeforeAllCallback, AfterAllCallback {
    static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path ROLES = LocalKubernetes.FOLDER.resolve("adversity");

    /** Name of the service account, as in the manifests. */
    static final String ACCOUNT = "squall-adversity";

    private final String name = "squall-test-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    private final LocalKubernetes kubernetes = new LocalKubernetes();
    private Optional<Config> config = Optional.empty();

    /** Returns its name; the names of others that the tests make begin with it. */
    String name() {
        return name;
    }

    /** Creates a client with all rights. */
    KubernetesClient admin() {
        return new KubernetesClientBuilder().withConfig(config.orElseThrow()).build();
    }

    /** Creates a client with the rights of the shipped roles, in this namespace. */
    KubernetesClient account() {
        Config account = new ConfigBuilder(config.orElseThrow())
                .withImpersonateUsername("system:serviceaccount:" + name + ":" + ACCOUNT)
                .build();
        return new KubernetesClientBuilder().withConfig(account).build();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        kubernetes.beforeAll(context);
        config = Optional.of(Config.fromKubeconfig(kubernetes.kubeconfig().toFile()));
        try (KubernetesClient admin = admin()) {
            create(admin, name, Map.of());
            permit(admin);
        }
    }

    /** Creates a namespace that goes with the tests. */
    static void create(KubernetesClient admin, String name, Map<String, String> labels) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (config.isEmpty()) { // the class was skipped
            return;
        }
        try (KubernetesClient admin = admin()) {
            admin.rbac().clusterRoleBindings().withName(name).delete();
            admin.rbac().clusterRoles().withName(name).delete();
            ours(admin).forEach(each -> admin.namespaces().withName(each).delete());
            assertThat(PollDeadline.in(LIMIT).await(() -> ours(admin).isEmpty()))
                    .isTrue();
        }
    }

    private List<String> ours(KubernetesClient admin) {
        return admin.namespaces().list().getItems().stream()
                .map(Namespace::getMetadata)
                .map(meta -> meta.getName())
                .filter(each -> each.startsWith(name))
                .toList();
    }

    /** Gives the service account the roles of docker/kubernetes/adversity. */
    private void permit(KubernetesClient admin) throws IOException {
        Role role = Serialization.unmarshal(Files.readString(ROLES.resolve("role.yaml")), Role.class);
        ClusterRole clusterRole =
                Serialization.unmarshal(Files.readString(ROLES.resolve("cluster-role.yaml")), ClusterRole.class);
        clusterRole.getMetadata().setName(name);
        admin.resource(role).inNamespace(name).create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .withNamespace(name)
                        .endMetadata()
                        .withNewRoleRef(
                                "rbac.authorization.k8s.io",
                                "Role",
                                role.getMetadata().getName())
                        .addNewSubject("", "ServiceAccount", ACCOUNT, name)
                        .build())
                .create();
        admin.resource(clusterRole).create();
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", ACCOUNT, name)
                        .build())
                .create();
    }
}
