package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.clusters.TimedCommand;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Target;
import squall.system.PollDeadline;

/**
 * Cluster of the pods of a StatefulSet.
 *
 * <p>All state is the API server's. A pod that was killed is recreated by its controller at once, so that it is away only as long as that
 * takes.
 */
final class KubernetesCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Scales,
                Cluster.Resizes,
                Cluster.Upgrades,
                Cluster.DelegatedLinks,
                Cluster.Disks {
    private static final Duration GONE_LIMIT = Duration.ofMinutes(2);
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);
    private static final Duration LEAVING = Duration.ofMinutes(10);

    /** Longest time between the creation of a pod and that of its volumes, which are older if an earlier pod had them. */
    private static final Duration MADE_TOGETHER = Duration.ofSeconds(5);

    private static final Duration WAY = Duration.ofSeconds(10);
    private static final String FORCE = "dd if=/dev/zero of=\"$1/.squall-probe\" bs=1 count=1 conv=fsync status=none";
    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);

    private final StatefulSetWorkload workload;
    private final Pods pods;
    private final Duration limit;

    KubernetesCluster(StatefulSetWorkload workload) {
        this(workload, READY_LIMIT);
    }

    /** @param limit for a pod to become ready */
    KubernetesCluster(StatefulSetWorkload workload, Duration limit) {
        this.workload = workload;
        this.pods = new Pods(workload);
        this.limit = limit;
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        if (capability == Links.class) {
            return linkControl().chaos().refusal();
        }
        if (capability == Disks.class) {
            return workload.volume().isEmpty()
                    ? Optional.of("the option volume=PATH must name where pods keep their data")
                    : slowDisks().refusal();
        }
        if (capability == Scales.class && workload.leave().isEmpty()) {
            return Optional.of("the option leave=COMMAND must tell how a pod gives its data to the others");
        }
        return Cluster.super.unavailable(capability);
    }

    @Override
    public Target target() throws IOException {
        Map<String, String> properties = Map.of(
                "statefulset",
                workload.api().namespace() + "/" + workload.name(),
                "image",
                workload.template().getImage());
        return workload.clients().target("kubernetes", nodes(), properties);
    }

    @Override
    public List<Node> nodes() throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (String name : workload.pods()) {
            nodes.add(pods.node(name));
        }
        return List.copyOf(nodes);
    }

    @Override
    public State state(Node node) throws IOException {
        return pods.state(node.name());
    }

    /** Kills the processes of the database's container; its pod is deleted, so that its controller makes another when they are gone. */
    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        containerKill().kill(node.name(), GONE_LIMIT);
    }

    @Override
    public Optional<String> killRefusal() throws IOException {
        return containerKill().refusal();
    }

    @Override
    public void clearUnfinishedKill(Node node) throws IOException, InterruptedException {
        containerKill().clear(node.name());
    }

    private ContainerKill containerKill() {
        return new ContainerKill(workload, pods);
    }

    /** {@inheritDoc} Its controller makes another pod of the same name. */
    @Override
    public Optional<String> incarnation(Node node) throws IOException {
        Pod pod = workload.pod(node.name());
        return pod == null ? Optional.empty() : Optional.of(pod.getMetadata().getUid());
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        pods.delete(node.name(), GONE_LIMIT);
    }

    /** Waits for a node, which its controller starts. */
    @Override
    public void start(Node node) throws IOException, InterruptedException {
        if (!PollDeadline.in(limit).await(() -> state(node) == State.UP)) {
            throw new IOException(node.name() + " is not ready after " + limit.toSeconds() + " s: "
                    + pods.hindrance(workload.pod(node.name())));
        }
    }

    /** Adds a node; its scheduler chooses its place, whatever zone was requested. */
    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        int before = workload.replicas();
        scale(before + 1);
        Node added = pods.node(workload.name() + "-" + before);
        start(added);
        return pods.node(added.name());
    }

    @Override
    public boolean placesNodes() {
        return false;
    }

    @Override
    public String joinedMeans() {
        return "the new pod takes clients; whether data have moved to it is not asked";
    }

    @Override
    public String leftMeans() {
        return "the command of the option leave ended without an error; whether data have moved is not asked beyond"
                + " that";
    }

    /** Returns the last pods, whichever were chosen: a StatefulSet gives up no others. */
    @Override
    public List<Node> leaving(List<Node> chosen) throws IOException {
        List<Node> all = nodes();
        return all.subList(Math.max(0, all.size() - chosen.size()), all.size()).reversed();
    }

    /** Removes a node; only the last can leave. Its volumes are deleted: should it come back, it is a new one. */
    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        int last = workload.replicas() - 1;
        if (workload.ordinal(node) != last) {
            throw new IOException("a StatefulSet gives up its last pod only, which is " + workload.name() + "-" + last
                    + ", not " + node.name());
        }
        String leave = workload.leave()
                .orElseThrow(() ->
                        new IOException("the option leave=COMMAND must tell how a pod gives its data to the others"));
        if (!neverRan(node)) {
            pods.run(node.name(), List.of("sh", "-c", leave), LEAVING).orThrow();
        }
        scale(last);
        if (!PollDeadline.in(GONE_LIMIT).await(() -> workload.pod(node.name()) == null)) {
            throw new IOException(node.name() + " is still there after " + GONE_LIMIT.toSeconds() + " s");
        }
        for (String claim : claims(node)) {
            workload.api()
                    .ask(client -> client.persistentVolumeClaims()
                            .inNamespace(workload.api().namespace())
                            .withName(claim)
                            .delete());
        }
    }

    private List<String> claims(Node node) throws IOException {
        return workload.set().getSpec().getVolumeClaimTemplates().stream()
                .map(template -> template.getMetadata().getName() + "-" + node.name())
                .toList();
    }

    /** Returns whether the node has no data to give away, such as one that finds no machine: it never had a process, nor a former pod. */
    private boolean neverRan(Node node) throws IOException {
        Pod pod = workload.pod(node.name());
        if (pod == null || pods.hasRun(pod)) {
            return false;
        }
        Instant made = Instant.parse(pod.getMetadata().getCreationTimestamp());
        for (String name : claims(node)) {
            PersistentVolumeClaim claim = workload.api()
                    .ask(client -> client.persistentVolumeClaims()
                            .inNamespace(workload.api().namespace())
                            .withName(name)
                            .get());
            if (claim != null
                    && Instant.parse(claim.getMetadata().getCreationTimestamp()).isBefore(made.minus(MADE_TOGETHER))) {
                return false;
            }
        }
        return true;
    }

    private void scale(int replicas) throws IOException {
        workload.api()
                .change(client -> client.apps()
                        .statefulSets()
                        .inNamespace(workload.api().namespace())
                        .withName(workload.name())
                        .scale(replicas));
    }

    @Override
    public Size size(Node node) throws IOException {
        return size(running(node));
    }

    private Container running(Node node) throws IOException {
        var pod = workload.pod(node.name());
        if (pod == null) {
            throw new IOException(node.name() + " is not there");
        }
        return workload.database(pod.getSpec().getContainers());
    }

    private Size size(Container container) throws IOException {
        Map<String, Quantity> limits = container.getResources() == null
                ? Map.of()
                : container.getResources().getLimits();
        Quantity memory = limits.get("memory");
        Quantity cpu = limits.get("cpu");
        if (memory == null || cpu == null) {
            throw new IOException("StatefulSet " + workload.name() + ": container " + container.getName()
                    + " must have limits of memory and cpu, which are then changed and put back");
        }
        return new Size(
                memory.getNumericalAmount().divideToIntegralValue(MEGABYTE).intValueExact(),
                cpu.getNumericalAmount().doubleValue());
    }

    /**
     * Resizes the node and those after it, because a StatefulSet changes its last pod first. Requests stay as they are; one that was equal to
     * its limit, or is above the new one, becomes equal to it.
     */
    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        size(node);
        ResourceRequirements present = workload.template().getResources();
        Map<String, Quantity> limits = new LinkedHashMap<>(present.getLimits());
        limits.put("memory", new Quantity(size.memoryMb() + "Mi"));
        limits.put("cpu", new Quantity(size.cpusText()));
        Map<String, Quantity> requests = new LinkedHashMap<>(present.getRequests());
        requests.replaceAll((name, request) -> {
            Quantity limit = limits.getOrDefault(name, request);
            return request.equals(present.getLimits().get(name)) || request.compareTo(limit) > 0 ? limit : request;
        });
        change(node, new ResourceRequirements(present.getClaims(), limits, requests));
    }

    /** {@inheritDoc} That is limits and requests of the template, as JSON. */
    @Override
    public String resources(Node node) throws IOException {
        return Serialization.asJson(workload.template().getResources());
    }

    @Override
    public void restore(Node node, Size size, String resources) throws IOException, InterruptedException {
        if (resources.isEmpty()) { // recorded by an earlier build
            resize(node, size);
            return;
        }
        change(node, Serialization.unmarshal(resources, ResourceRequirements.class));
    }

    private void change(Node node, ResourceRequirements resources) throws IOException, InterruptedException {
        rollout()
                .change(
                        workload.ordinal(node),
                        container -> new ContainerBuilder(container)
                                .withResources(resources)
                                .build(),
                        container -> has(container.getResources(), resources));
    }

    /** Returns whether a container has these limits and requests; the API server may have added others. */
    private static boolean has(@Nullable ResourceRequirements found, ResourceRequirements wanted) {
        return found != null
                && found.getLimits().entrySet().containsAll(wanted.getLimits().entrySet())
                && found.getRequests()
                        .entrySet()
                        .containsAll(wanted.getRequests().entrySet());
    }

    @Override
    public String version(Node node) throws IOException {
        return running(node).getImage();
    }

    /** Upgrades the node and those after it, because a StatefulSet changes its last pod first. @param version an image */
    @Override
    public void upgrade(Node node, String version) throws IOException, InterruptedException {
        rollout()
                .change(
                        workload.ordinal(node),
                        container -> new ContainerBuilder(container)
                                .withImage(version)
                                .build(),
                        container -> version.equals(container.getImage()));
    }

    /** Returns the last pod first, down to the first of these: a StatefulSet changes no pod before those after it. */
    @Override
    public List<Node> changeOrder(List<Node> nodes) throws IOException {
        int first = nodes.stream().mapToInt(workload::ordinal).min().orElse(0);
        List<Node> all = nodes();
        return all.subList(Math.min(first, all.size()), all.size()).reversed();
    }

    private StatefulSetRollout rollout() {
        return new StatefulSetRollout(workload, pods, limit);
    }

    /** Returns no link without Chaos Mesh. */
    @Override
    public List<Link> links() throws IOException {
        return linkControl().chaos().refusal().isPresent()
                ? List.of()
                : linkControl().links();
    }

    @Override
    public ChaosLinks linkControl() {
        return new ChaosLinks(workload, pods);
    }

    @Override
    public String how() {
        return "IOChaos of Chaos Mesh: what the pod writes and forces to its volume waits";
    }

    @Override
    public void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException {
        String volume = volume();
        Map<String, Object> spec = new LinkedHashMap<>(slowDisks().pods(node.name()));
        spec.put("action", "latency");
        spec.put("volumePath", volume);
        spec.put("path", volume + "/**/*");
        spec.put("containerNames", List.of(workload.template().getName()));
        spec.put("methods", List.of("write", "flush", "fsync"));
        spec.put("delay", each.toMillis() + "ms");
        spec.put("percent", 100);
        slowDisks().apply(slowDisk(node), spec, atMost);
    }

    @Override
    public void release(Node node) throws IOException, InterruptedException {
        slowDisks().delete(slowDisk(node));
    }

    @Override
    public Optional<Duration> held(Node node) throws IOException {
        return slowDisks()
                .find(slowDisk(node))
                .flatMap(spec -> Durations.parse(spec.path("delay").asText()));
    }

    @Override
    public Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException {
        TimedCommand force = new TimedCommand(FORCE, List.of(volume()), atMost);
        return TimedCommand.took(pods.run(node.name(), force.command(), atMost.plus(WAY)));
    }

    private String volume() throws IOException {
        return workload.volume().orElseThrow(() -> new IOException("the option volume=PATH was not given"));
    }

    /** Returns the resources that slow the disks of pods, one each. */
    private ChaosResources slowDisks() {
        return new ChaosResources(workload.api(), "IOChaos");
    }

    private static String slowDisk(Node node) {
        return "squall-disk-" + node.name();
    }
}
