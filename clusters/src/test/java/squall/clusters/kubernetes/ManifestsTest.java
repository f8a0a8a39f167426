package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests in docker/kubernetes, read by the model that is made from Kubernetes' own schemas. */
class ManifestsTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final Path FOLDER = Path.of("..", "docker", "kubernetes");

    static Stream<Path> manifests() throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            return all
                    .filter(file -> file.toString().endsWith(".yaml") && !file.endsWith("kustomization.yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void has_no_member_that_the_schema_does_not_know(Path file) throws IOException {
        assertThat(unknown(Files.readString(file))).isEmpty();
    }

    @Test
    void a_member_that_is_misspelled_is_found() throws IOException {
        String job = Files.readString(FOLDER.resolve("clients/job.yaml"));
        assertThat(unknown(job.replace("backoffLimitPerIndex:", "backoffLimitsPerIndex:")))
                .containsExactly("spec.backoffLimitsPerIndex");
        assertThat(unknown(job.replace("fieldPath:", "fieldpath:")))
                .singleElement()
                .asString()
                .endsWith("fieldRef.fieldpath");
        assertThatThrownBy(() -> unknown(job.replace("completions: 8", "completions: eight")))
                .isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void is_named_by_its_kustomization(Path file) throws IOException {
        assertThat(Files.readString(file.resolveSibling("kustomization.yaml")))
                .contains("  - " + file.getFileName() + "\n");
    }

    @Test
    void as_many_clients_run_at_once_as_each_of_them_is_told() throws IOException {
        Job job = job("clients/job.yaml");
        Map<String, EnvVar> environment =
                job.getSpec().getTemplate().getSpec().getContainers().getFirst().getEnv().stream()
                        .collect(Collectors.toMap(EnvVar::getName, each -> each));
        assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
        assertThat(job.getSpec().getParallelism()).isEqualTo(job.getSpec().getCompletions());
        assertThat(Objects.requireNonNull(environment.get("JOB_COMPLETIONS")).getValue())
                .isEqualTo(job.getSpec().getCompletions().toString());
        assertThat(Objects.requireNonNull(environment.get("SQUALL_CLIENT_RUN"))
                        .getValueFrom()
                        .getFieldRef()
                        .getFieldPath())
                .isEqualTo("metadata.labels['batch.kubernetes.io/controller-uid']");
        assertThat(job.getSpec().getBackoffLimitPerIndex()).isZero();
    }

    @Test
    void no_pod_has_more_rights_than_an_ordinary_user() throws IOException {
        for (String file : List.of("clients/job.yaml", "adversity/job.yaml")) {
            PodSpec pod = job(file).getSpec().getTemplate().getSpec();
            var container = pod.getContainers().getFirst().getSecurityContext();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).as(file).isTrue();
            assertThat(container.getReadOnlyRootFilesystem()).as(file).isTrue();
            assertThat(container.getAllowPrivilegeEscalation()).as(file).isFalse();
            assertThat(container.getCapabilities().getDrop()).as(file).containsExactly("ALL");
        }
    }

    @Test
    void roles_name_every_right_and_none_is_for_everything() throws IOException {
        List<PolicyRule> rules =
                new ArrayList<>(read("adversity/role.yaml", Role.class).getRules());
        rules.addAll(read("adversity/cluster-role.yaml", ClusterRole.class).getRules());
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.getVerbs()).doesNotContain("*").isNotEmpty();
            assertThat(rule.getResources()).doesNotContain("*").isNotEmpty();
            assertThat(rule.getApiGroups()).doesNotContain("*").isNotEmpty();
        });
        assertThat(rules.stream().flatMap(rule -> rule.getResources().stream())).doesNotContain("secrets");
    }

    private static Job job(String file) throws IOException {
        return read(file, Job.class);
    }

    private static <T> T read(String file, Class<T> type) throws IOException {
        return SERIALIZATION.unmarshal(Files.readString(FOLDER.resolve(file)), type);
    }

    /** Members that the model has no place for: it keeps them apart at each level. */
    private static List<String> unknown(String text) {
        List<String> unknown = new ArrayList<>();
        Object typed = SERIALIZATION.unmarshal(text);
        collect(typed, "", unknown);
        return unknown;
    }

    private static void collect(Object value, String path, List<String> unknown) {
        switch (value) {
            case Collection<?> all -> all.forEach(each -> collect(each, path, unknown));
            case Map<?, ?> all -> all.forEach((key, each) -> collect(each, path + key + ".", unknown));
            case KubernetesResource bean -> {
                for (Method method : bean.getClass().getMethods()) {
                    if (method.getParameterCount() == 0 && method.getName().startsWith("get")) {
                        member(bean, method, path, unknown);
                    }
                }
            }
            default -> {
                // A text or a number.
            }
        }
    }

    private static void member(KubernetesResource bean, Method method, String path, List<String> unknown) {
        try {
            Object value = method.invoke(bean);
            String name = method.getName().substring("get".length());
            if (value instanceof Map<?, ?> further && name.equals("AdditionalProperties")) {
                further.keySet().forEach(key -> unknown.add(path + key));
            } else if (value != null) {
                collect(value, path + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1) + ".", unknown);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
