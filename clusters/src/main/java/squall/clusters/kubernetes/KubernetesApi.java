package squall.clusters.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.function.Function;

/** The API server, for one namespace; what it refuses is an error of the cluster's. */
record KubernetesApi(KubernetesClient client, String namespace) {
    /** @throws IOException with the server's words, if it cannot be asked or refuses */
    <T> T ask(Function<KubernetesClient, T> question) throws IOException {
        try {
            return question.apply(client);
        } catch (KubernetesClientException e) {
            throw new IOException(
                    "the Kubernetes API at " + client.getMasterUrl() + ": " + String.valueOf(e.getMessage()), e);
        }
    }
}
