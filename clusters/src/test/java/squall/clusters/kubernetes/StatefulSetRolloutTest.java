package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategyBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Test that a roll-out keeps the user's own settings of the set, against fabric8's mock of an API server. */
class StatefulSetRolloutTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String BEFORE = "squall.dev/partition-before";

    private final MockKubernetes kubernetes;
    private final StatefulSetWorkload workload;

    StatefulSetRolloutTest() throws IOException, InterruptedException {
        kubernetes = new MockKubernetes();
        workload = kubernetes.workload();
    }

    @AfterEach
    void end() {
        kubernetes.close();
    }

    @Test
    void the_partition_of_the_user_comes_back_when_all_pods_are_the_same() throws Exception {
        strategy(rolling(1, 2));
        change(0, "db:2", LIMIT);
        assertThat(images()).containsExactly("db:2", "db:2", "db:2");
        assertThat(workload.set().getSpec().getUpdateStrategy()).isEqualTo(rolling(1, 2));
        assertThat(workload.set().getMetadata().getAnnotations()).doesNotContainKey(BEFORE);
    }

    @Test
    void a_change_in_steps_remembers_what_was_before_its_first_step() throws Exception {
        strategy(rolling(1, 2));
        change(2, "db:2", LIMIT);
        assertThat(images()).containsExactly("db:1", "db:1", "db:2");
        assertThat(workload.set().getSpec().getUpdateStrategy()).isEqualTo(rolling(2, 2));
        assertThat(workload.set().getMetadata().getAnnotations()).containsEntry(BEFORE, "1");
        change(1, "db:2", LIMIT);
        assertThat(workload.set().getMetadata().getAnnotations()).containsEntry(BEFORE, "1");
        change(0, "db:2", LIMIT);
        assertThat(workload.set().getSpec().getUpdateStrategy()).isEqualTo(rolling(1, 2));
    }

    @Test
    void a_set_that_changes_pods_when_they_are_deleted_does_so_again() throws Exception {
        StatefulSetUpdateStrategy onDelete =
                new StatefulSetUpdateStrategyBuilder().withType("OnDelete").build();
        strategy(onDelete);
        change(0, "db:2", LIMIT);
        assertThat(images()).containsExactly("db:2", "db:2", "db:2");
        assertThat(workload.set().getSpec().getUpdateStrategy()).isEqualTo(onDelete);
        assertThat(workload.set().getMetadata().getAnnotations()).doesNotContainKey(BEFORE);
    }

    @Test
    void only_the_container_of_the_database_is_changed() throws Exception {
        Container agent =
                new ContainerBuilder().withName("agent").withImage("agent:1").build();
        edit(new StatefulSetBuilder(workload.set())
                .editSpec()
                .editTemplate()
                .editSpec()
                .addToContainers(agent)
                .endSpec()
                .endTemplate()
                .endSpec()
                .build());
        change(0, "db:2", LIMIT);
        assertThat(workload.set().getSpec().getTemplate().getSpec().getContainers())
                .extracting(Container::getImage)
                .containsExactly("db:2", "agent:1");
    }

    /** Covers an old error: "the object has been modified", since its controller had changed its status, and a heal failed. */
    @Test
    void a_set_that_its_controller_changes_at_the_same_moment_is_changed_all_the_same() throws Exception {
        kubernetes.conflict(3);
        change(0, "db:2", LIMIT);
        assertThat(images()).containsExactly("db:2", "db:2", "db:2");
        kubernetes.conflict(20);
        assertThatIOException()
                .isThrownBy(() -> change(0, "db:3", LIMIT))
                .withMessageContaining("the object has been modified");
    }

    @Test
    void while_a_pod_does_not_start_the_partition_stays_ours() throws Exception {
        strategy(rolling(1, 2));
        assertThatIOException()
                .isThrownBy(() -> change(0, "db:broken", Duration.ofSeconds(3)))
                .withMessage("crdb-2 does not start as it should within 3 s, the roll-out halts, the other nodes serve:"
                        + " ErrImagePull: no such image");
        assertThat(images()).containsExactly("db:1", "db:1", "db:broken");
        assertThat(workload.set().getMetadata().getAnnotations()).containsEntry(BEFORE, "1");
        change(0, "db:1", LIMIT);
        assertThat(images()).containsExactly("db:1", "db:1", "db:1");
        assertThat(workload.set().getSpec().getUpdateStrategy()).isEqualTo(rolling(1, 2));
    }

    private void change(int ordinal, String image, Duration limit) throws IOException, InterruptedException {
        new StatefulSetRollout(workload, new Pods(workload), limit)
                .change(
                        ordinal,
                        container ->
                                new ContainerBuilder(container).withImage(image).build(),
                        container -> container.getImage().equals(image));
    }

    private static StatefulSetUpdateStrategy rolling(int partition, int maxUnavailable) {
        return new StatefulSetUpdateStrategyBuilder()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withPartition(partition)
                .withNewMaxUnavailable(maxUnavailable)
                .endRollingUpdate()
                .build();
    }

    private void strategy(StatefulSetUpdateStrategy strategy) throws IOException {
        edit(new StatefulSetBuilder(workload.set())
                .editSpec()
                .withUpdateStrategy(strategy)
                .endSpec()
                .build());
    }

    private void edit(StatefulSet set) {
        kubernetes.client().resource(set).update();
    }

    private List<String> images() throws IOException {
        List<String> images = new ArrayList<>();
        for (String name : workload.pods()) {
            images.add(workload.database(
                            Objects.requireNonNull(workload.pod(name)).getSpec().getContainers())
                    .getImage());
        }
        return images;
    }
}
