package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Kubernetes of this machine, a real one, which {@code docker/kubernetes/local} starts for the first class that needs it and ends after the
 * last; one that is running by then is used and left as it is. Each class has namespaces of its own, and a service account with the shipped
 * roles. Where none can run, the class is skipped, and says so.
 */
final class LocalKubernetes implements BeforeAllCallback, AfterAllCallback {
    static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path FOLDER =
            Path.of("..", "docker", "kubernetes").toAbsolutePath().normalize();
    private static final Path ROLES = FOLDER.resolve("adversity");
    private static final String SCRIPT = FOLDER.resolve("local").toString();
    private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(3);

    /** Lock that lets builds of several modules take turns. */
    private static final Path LOCK = Path.of("/var/tmp/squall-kubernetes.lock");

    /** Name of the service account, as in the manifests. */
    static final String ACCOUNT = "squall-adversity";

    /** So the scripts say that something cannot run here. */
    static final int NOT_HERE = 5;

    private final String namespace = "squall-test-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    private Optional<Config> config = Optional.empty();

    /** Returns the name of the tests' namespace; those of others that they make begin with it. */
    String namespace() {
        return namespace;
    }

    /** Creates a client with all rights. */
    KubernetesClient admin() {
        return new KubernetesClientBuilder().withConfig(config.orElseThrow()).build();
    }

    /** Creates a client with the rights of the shipped roles, in the tests' namespace. */
    KubernetesClient account() {
        Config account = new ConfigBuilder(config.orElseThrow())
                .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + ACCOUNT)
                .build();
        return new KubernetesClientBuilder().withConfig(account).build();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Finished check = script("check");
        if (check.exitCode() == NOT_HERE) {
            System.err.println("NOT TESTED HERE: "
                    + context.getRequiredTestClass().getSimpleName() + " on a real Kubernetes; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();
        config = Optional.of(context.getRoot()
                .getStore(ExtensionContext.Namespace.create(LocalKubernetes.class))
                .getOrComputeIfAbsent(Running.class, key -> start(), Running.class)
                .config());
        try (KubernetesClient admin = admin()) {
            makeNamespace(admin, namespace, Map.of());
            permit(admin);
        }
    }

    /** Creates a namespace that goes with the tests. */
    static void makeNamespace(KubernetesClient admin, String name, Map<String, String> labels) {
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
            admin.rbac().clusterRoleBindings().withName(namespace).delete();
            admin.rbac().clusterRoles().withName(namespace).delete();
            ours(admin).forEach(name -> admin.namespaces().withName(name).delete());
            assertThat(PollDeadline.in(LIMIT).await(() -> ours(admin).isEmpty()))
                    .isTrue();
        }
    }

    private List<String> ours(KubernetesClient admin) {
        return admin.namespaces().list().getItems().stream()
                .map(Namespace::getMetadata)
                .map(meta -> meta.getName())
                .filter(name -> name.startsWith(namespace))
                .toList();
    }

    private static Running start() {
        try {
            FolderLock.Held turn = new FolderLock(LOCK, Duration.ofMinutes(20)).take();
            boolean before = script("env").ok();
            script("up").orThrow();
            String settings = script("env").orThrow().output();
            String file = settings.lines()
                    .filter(line -> line.startsWith("export KUBECONFIG="))
                    .findFirst()
                    .orElseThrow()
                    .replace("export KUBECONFIG=", "");
            return new Running(Config.fromKubeconfig(Path.of(file).toFile()), !before, turn);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while Kubernetes started", e);
        }
    }

    private static Finished script(String command) throws IOException, InterruptedException {
        return run(List.of(SCRIPT, command));
    }

    private static Finished run(List<String> command) throws IOException, InterruptedException {
        return new ExternalProgram(command, Path.of("/"), SCRIPT_LIMIT).run();
    }

    /** Runs the script that prints the definitions of Chaos Mesh's resources. */
    static Finished chaosMesh() throws IOException, InterruptedException {
        return run(List.of(FOLDER.resolve("chaos-mesh").toString()));
    }

    /** Gives the service account the roles of docker/kubernetes/adversity. */
    private void permit(KubernetesClient admin) throws IOException {
        Role role = Serialization.unmarshal(Files.readString(ROLES.resolve("role.yaml")), Role.class);
        ClusterRole clusterRole =
                Serialization.unmarshal(Files.readString(ROLES.resolve("cluster-role.yaml")), ClusterRole.class);
        clusterRole.getMetadata().setName(namespace);
        admin.resource(role).inNamespace(namespace).create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef(
                                "rbac.authorization.k8s.io",
                                "Role",
                                role.getMetadata().getName())
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build())
                .create();
        admin.resource(clusterRole).create();
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace)
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build())
                .create();
    }

    /** @param own whether it ends with the tests */
    private record Running(Config config, boolean own, FolderLock.Held turn) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                if (own) {
                    script("down").orThrow();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while Kubernetes ended", e);
            } finally {
                turn.close();
            }
        }
    }
}
