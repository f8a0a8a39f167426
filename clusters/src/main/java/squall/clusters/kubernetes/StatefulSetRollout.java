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
 * Changes of what pods are made of, up to one pod at a time.
 *
 * <p>A StatefulSet changes its last pod first, and none before the one after it is ready: so a change halts by itself at a pod that does
 * not start. Its partition says down to which pod it goes; when all pods are the same again, its update strategy is put back to what it was.
 */
record StatefulSetRollout(StatefulSetWorkload workload, Pods pods, Duration limit) {
    /** On the set while its partition is ours: what it was before, or {@link #ON_DELETE}. */
    private static final String BEFORE = "squall.dev/partition-before";

    /** The strategy without a partition: a pod is changed when it is deleted. */
    private static final String ON_DELETE = "OnDelete";

    /**
     * On return the pod of this ordinal, and those after it, are changed and ready.
     *
     * @param wanted whether a container is as it should be
     * @throws IOException naming the pod and what keeps it from starting; those before it are as they were
     */
    void change(int ordinal, UnaryOperator<Container> edit, Predicate<Container> wanted)
            throws IOException, InterruptedException {
        Container changed = edit.apply(workload.template());
        edit(set -> rolling(templated(set, changed), ordinal));
        PollDeadline deadline = PollDeadline.in(limit);
        for (int i = workload.replicas() - 1; i >= ordinal; i--) {
            String name = workload.name() + "-" + i;
            if (!deadline.await(() -> brought(name, wanted))) {
                throw new IOException(name + " does not start as it should within " + limit.toSeconds()
                        + " s, the roll-out halts, the other nodes serve: " + pods.hindrance(workload.pod(name)));
            }
        }
        restoreStrategy(wanted);
    }

    private boolean brought(String name, Predicate<Container> wanted) throws IOException, InterruptedException {
        unstick(name, wanted);
        return ready(name, wanted);
    }

    /**
     * A pod that never got ready is not replaced by its controller, not even by what it was before (Kubernetes: forced rollback). One
     * that is on its way out is left to that.
     */
    private void unstick(String name, Predicate<Container> wanted) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod != null
                && pod.getMetadata().getDeletionTimestamp() == null
                && !Readiness.isPodReady(pod)
                && !wanted.test(database(pod))) {
            pods.delete(name, Optional.empty(), limit);
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

    /** As it is remembered. */
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
                .ask(client -> client.apps()
                        .statefulSets()
                        .inNamespace(workload.api().namespace())
                        .withName(workload.name())
                        .edit(change));
    }
}
