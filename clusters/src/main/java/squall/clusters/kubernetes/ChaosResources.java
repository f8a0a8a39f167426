package squall.clusters.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.system.PollDeadline;
import squall.system.process.DetachedAlarm;

/**
 * Set of Chaos Mesh objects of one kind. Each carries Squall's label and a {@code duration}, after which Chaos Mesh heals it by itself;
 * only objects with the label are ever deleted.
 *
 * @param kind for example {@code NetworkChaos}
 */
record ChaosResources(KubernetesApi api, String kind) {
    private static final String GROUP = "chaos-mesh.org";
    private static final Map<String, String> OURS = Map.of("app.kubernetes.io/managed-by", "squall");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns why there can be none; empty if there can. */
    Optional<String> refusal() throws IOException {
        String definition = plural() + "." + GROUP;
        boolean there = api.ask(client -> client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName(definition)
                        .get())
                != null;
        return there
                ? Optional.empty()
                : Optional.of("Chaos Mesh is not installed in this Kubernetes cluster: it has no " + definition);
    }

    /** Returns the selector of pods by name. */
    Map<String, Object> pods(String... names) {
        return Map.of("mode", "all", "selector", Map.of("pods", Map.of(api.namespace(), List.of(names))));
    }

    /**
     * Creates an object, in place of one of the same name; when this returns Chaos Mesh has reported that it is in effect.
     *
     * @param spec all of it but the duration
     * @throws IOException with its message, if it does not report so
     */
    void apply(String name, Map<String, Object> spec, Duration atMost) throws IOException, InterruptedException {
        delete(name);
        Map<String, Object> whole = new LinkedHashMap<>(spec);
        whole.put("duration", DetachedAlarm.seconds(atMost) + "s");
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(GROUP + "/v1alpha1");
        object.setKind(kind);
        object.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(api.namespace())
                .withLabels(OURS)
                .build());
        object.setAdditionalProperty("spec", whole);
        api.ask(client -> resource(client, object).create());
        if (!PollDeadline.in(LIMIT).await(() -> find(name).isPresent())) {
            throw new IOException(kind + " " + name + " is not in effect " + LIMIT.toSeconds()
                    + " s after it was made; Chaos Mesh says "
                    + resource(name).map(all -> all.path("status")).orElse(JSON.nullNode()));
        }
    }

    /** Finds the spec of the object in effect under this name, by the conditions of Chaos Mesh: injected everywhere, and not recovered. */
    Optional<JsonNode> find(String name) throws IOException {
        return resource(name)
                .filter(all -> is(all, "AllInjected") && !is(all, "AllRecovered"))
                .map(all -> all.path("spec"));
    }

    private static boolean is(JsonNode all, String condition) {
        for (JsonNode each : all.path("status").path("conditions")) {
            if (each.path("type").asText().equals(condition)) {
                return each.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** Deletes our object of this name and waits until Chaos Mesh has released it; does nothing if there is none. */
    void delete(String name) throws IOException, InterruptedException {
        Optional<JsonNode> there = resource(name);
        if (there.isEmpty()) {
            return;
        }
        JsonNode labels = there.get().path("metadata").path("labels");
        for (Map.Entry<String, String> label : OURS.entrySet()) {
            if (!labels.path(label.getKey()).asText().equals(label.getValue())) {
                throw new IOException(
                        kind + " " + name + " is not Squall's: it has no label " + label + ", so it is left alone");
            }
        }
        api.ask(client -> named(client, name).delete());
        if (!PollDeadline.in(LIMIT).await(() -> resource(name).isEmpty())) {
            throw new IOException(
                    kind + " " + name + " is still there " + LIMIT.toSeconds() + " s after it was deleted");
        }
    }

    private Optional<JsonNode> resource(String name) throws IOException {
        return Optional.ofNullable(api.ask(client -> named(client, name).get())).map(JSON::<JsonNode>valueToTree);
    }

    private Resource<GenericKubernetesResource> named(KubernetesClient client, String name) {
        return client.genericKubernetesResources(context())
                .inNamespace(api.namespace())
                .withName(name);
    }

    private Resource<GenericKubernetesResource> resource(KubernetesClient client, GenericKubernetesResource object) {
        return client.genericKubernetesResources(context())
                .inNamespace(api.namespace())
                .resource(object);
    }

    private ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(GROUP)
                .withVersion("v1alpha1")
                .withKind(kind)
                .withPlural(plural())
                .withNamespaced(true)
                .build();
    }

    private String plural() {
        return kind.toLowerCase(Locale.ROOT);
    }
}
