package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import squall.clusters.ClientAccess;
import squall.spi.Cluster.Node;

/**
 * Workload of Kubernetes, a StatefulSet whose pods are nodes, by its options.
 *
 * @param name of the StatefulSet
 * @param container of the database; empty: a pod's first
 * @param port on which pods take clients
 * @param leave run in a pod, moves its data to the others; empty if no node can leave
 * @param volume where pods keep their data; empty if disks are not to be disturbed
 * @param helper image with a shell, for the pod that kills; empty: that of the database
 */
record StatefulSetWorkload(
        KubernetesApi api,
        String name,
        String container,
        int port,
        ClientAccess clients,
        Optional<String> leave,
        Optional<String> volume,
        Optional<String> helper) {
    /** @throws IOException if there is none */
    StatefulSet set() throws IOException {
        StatefulSet set = api.ask(client -> client.apps()
                .statefulSets()
                .inNamespace(api.namespace())
                .withName(name)
                .get());
        if (set == null) {
            throw new IOException("namespace " + api.namespace() + " has no StatefulSet '" + name
                    + "'; the options namespace and" + " statefulset name another");
        }
        return set;
    }

    int replicas() throws IOException {
        return set().getSpec().getReplicas();
    }

    /** Returns the names of the pods that the set is to have, whether they exist or not. */
    List<String> pods() throws IOException {
        return IntStream.range(0, replicas()).mapToObj(i -> name + "-" + i).toList();
    }

    /** Returns the ordinal of a pod in its set, from 0. */
    int ordinal(Node node) {
        return Integer.parseInt(node.name().substring(name.length() + 1));
    }

    @Nullable
    Pod pod(String podName) throws IOException {
        return api.ask(client ->
                client.pods().inNamespace(api.namespace()).withName(podName).get());
    }

    /** Returns the database's container among those of a pod or a template. */
    Container database(List<Container> containers) throws IOException {
        return containers.stream()
                .filter(each -> container.isEmpty() || each.getName().equals(container))
                .findFirst()
                .orElseThrow(
                        () -> new IOException("StatefulSet " + name + " has no container '" + container + "', it has "
                                + containers.stream().map(Container::getName).toList()));
    }

    Container template() throws IOException {
        return database(set().getSpec().getTemplate().getSpec().getContainers());
    }

    /** Client of the API server, for one namespace; what it refuses is an error of the cluster. */
    record KubernetesApi(KubernetesClient client, String namespace) {
        /** Number of attempts to change an object that others change too. */
        private static final int MOST_TRIES = 20;

        /** @throws IOException with the server's message, if it cannot be reached or refuses */
        <T> T ask(Function<KubernetesClient, T> question) throws IOException {
            try {
                return question.apply(client);
            } catch (KubernetesClientException e) {
                throw refused(e);
            }
        }

        /**
         * Changes an object by what it has read of it; again if something else has changed that in between, such as a controller.
         *
         * @throws IOException with the server's message, if it cannot be reached or refuses
         */
        <T> T change(Function<KubernetesClient, T> change) throws IOException {
            for (int tries = 1; tries < MOST_TRIES; tries++) {
                try {
                    return change.apply(client);
                } catch (KubernetesClientException e) {
                    if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                        throw refused(e);
                    }
                }
            }
            return ask(change);
        }

        private IOException refused(KubernetesClientException e) {
            return new IOException(
                    "the Kubernetes API at " + client.getMasterUrl() + ": " + String.valueOf(e.getMessage()), e);
        }
    }
}
