package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateStatefulSetStrategy;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import squall.system.PollDeadline;

/**
 * Rollout of a change to the pods, one pod at a time.
 *
 * <p>A StatefulSet changes its last pod first, and none before the one after it is ready: so a change halts by itself at a pod that does
 * not start. Its partition says down to which pod it goes; when all pods are the same again, its former update strategy is restored.
 */
record StatefulSetRollout(StatefulSetWorkload workload, Pods pods, Duration limit) {
    /** Annotation of the set while its partition is ours: the former partition, or {@link #ON_DELETE}. */
    private static final String BEFORE = "squall.dev/partition-before";

    /** Strategy without a partition: a pod is changed when it is deleted. */
    private static final String ON_DELETE = "OnDelete";

    /**
     * Changes the pod of this ordinal and those after it; when this returns they are ready. Each has the time limit for itself.
     *
     * @param wanted whether a container has the change
     * @throws IOException naming the pod and what keeps it, or another that the controller waits for, from starting; those before it are
     *     unchanged
     */
    void change(int ordinal, UnaryOperator<Container> edit, Predicate<Container> wanted)
            throws IOException, InterruptedException {
        Container changed = edit.apply(workload.template());
        edit(set -> rolling(templated(set, changed), ordinal));
        List<String> names = workload.pods();
        List<String> changing = names.subList(ordinal, names.size());
        for (String name : changing.reversed()) {
            if (!PollDeadline.in(limit).await(() -> brought(name, changing, wanted))) {
                throw new IOException(name + " does not start as it should within " + limit.toSeconds()
                        + " s, the roll-out halts, the other nodes serve: " + hindrance(name));
            }
        }
        restoreStrategy(wanted);
    }

    private boolean brought(String name, List<String> changing, Predicate<Container> wanted)
            throws IOException, InterruptedException {
        if (ready(name, wanted)) {
            return true;
        }
        for (String each : changing) { // the controller changes none while any is not ready
            unstick(each, wanted);
        }
        return false;
    }

    /** Returns what keeps the pod from its change: itself, or the first pod that is not ready, because the controller waits for it. */
    private String hindrance(String name) throws IOException {
        for (String each : workload.pods()) {
            Pod pod = workload.pod(each);
            if (pod == null || !Readiness.isPodReady(pod)) {
                return each.equals(name)
                        ? pods.hindrance(pod)
                        : "the controller waits for " + each + ": " + pods.hindrance(pod);
            }
        }
        return pods.hindrance(workload.pod(name));
    }

    /**
     * Deletes a pod that never became ready: its controller does not replace it, not even by its former version (Kubernetes: forced
     * rollback). One that is being deleted is left alone.
     */
    private void unstick(String name, Predicate<Container> wanted) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod != null
                && pod.getMetadata().getDeletionTimestamp() == null
                && !Readiness.isPodReady(pod)
                && !wanted.test(database(pod))) {
            pods.delete(name, limit);
        }
    }

    private boolean ready(String name, Predicate<Container> wanted) throws IOException {
        Pod pod = workload.pod(name);
        return pod != null && Readiness.isPodReady(pod) && wanted.test(database(pod));
    }

    private Container database(Pod pod) throws IOException {
        return workload.database(pod.getSpec().getContainers());
    }

    private void restoreStrategy(Predicate<Container> wanted) throws IOException {
        for (String name : workload.pods()) {
            if (!ready(name, wanted)) {
                return;
            }
        }
        String before = workload.set().getMetadata().getAnnotations().get(BEFORE);
        if (before != null) {
            edit(set -> restored(set, before));
        }
    }

    private static StatefulSet templated(StatefulSet set, Container changed) {
        boolean ours = set.getMetadata().getAnnotations() != null
                && set.getMetadata().getAnnotations().containsKey(BEFORE);
        StatefulSetBuilder builder = new StatefulSetBuilder(set);
        if (!ours) {
            builder.editMetadata().addToAnnotations(BEFORE, strategy(set)).endMetadata();
        }
        List<Container> containers = set.getSpec().getTemplate().getSpec().getContainers().stream()
                .map(each -> each.getName().equals(changed.getName()) ? new ContainerBuilder(changed).build() : each)
                .toList();
        return builder.editSpec()
                .editTemplate()
                .editSpec()
                .withContainers(containers)
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Returns the strategy in the form of the annotation. */
    private static String strategy(StatefulSet set) {
        StatefulSetUpdateStrategy strategy = set.getSpec().getUpdateStrategy();
        if (strategy != null && ON_DELETE.equals(strategy.getType())) {
            return ON_DELETE;
        }
        return Optional.ofNullable(strategy)
                .map(StatefulSetUpdateStrategy::getRollingUpdate)
                .map(RollingUpdateStatefulSetStrategy::getPartition)
                .orElse(0)
                .toString();
    }

    private static StatefulSet rolling(StatefulSet set, int partition) {
        return new StatefulSetBuilder(set)
                .editSpec()
                .editOrNewUpdateStrategy()
                .withType("RollingUpdate")
                .editOrNewRollingUpdate()
                .withPartition(partition)
                .endRollingUpdate()
                .endUpdateStrategy()
                .endSpec()
                .build();
    }

    private static StatefulSet restored(StatefulSet set, String before) {
        StatefulSet unmarked = new StatefulSetBuilder(set)
                .editMetadata()
                .removeFromAnnotations(BEFORE)
                .endMetadata()
                .build();
        return before.equals(ON_DELETE)
                ? new StatefulSetBuilder(unmarked)
                        .editSpec()
                        .withNewUpdateStrategy()
                        .withType(ON_DELETE)
                        .endUpdateStrategy()
                        .endSpec()
                        .build()
                : rolling(unmarked, Integer.parseInt(before));
    }

    private void edit(UnaryOperator<StatefulSet> change) throws IOException {
        workload.api()
                .change(client -> client.apps()
                        .statefulSets()
                        .inNamespace(workload.api().namespace())
                        .withName(workload.name())
                        .edit(change));
    }
}
