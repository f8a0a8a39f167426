package squall.clusters.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.clusters.Timed;
import squall.spi.Cluster.Node;
import squall.spi.Durations;

/** The disks of pods, slowed by an IOChaos each. */
record ChaosDisks(Workload workload, Pods pods) {
    private static final String FORCE = "dd if=/dev/zero of=\"$1/.squall-probe\" bs=1 count=1 conv=fsync status=none";
    private static final Duration WAY = Duration.ofSeconds(10);

    Chaos chaos() {
        return new Chaos(workload.api(), "IOChaos");
    }

    /** Why not; empty if they can be slowed. */
    Optional<String> refusal() throws IOException {
        return workload.volume().isEmpty()
                ? Optional.of("the option volume=PATH must name where pods keep their data")
                : chaos().refusal();
    }

    void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException {
        String volume = volume();
        Map<String, Object> spec = new LinkedHashMap<>(chaos().pods(node.name()));
        spec.put("action", "latency");
        spec.put("volumePath", volume);
        spec.put("path", volume + "/**/*");
        spec.put("containerNames", List.of(workload.template().getName()));
        spec.put("methods", List.of("write", "flush", "fsync"));
        spec.put("delay", each.toMillis() + "ms");
        spec.put("percent", 100);
        chaos().apply(name(node), spec, atMost);
    }

    void release(Node node) throws IOException, InterruptedException {
        chaos().delete(name(node));
    }

    Optional<Duration> held(Node node) throws IOException {
        return chaos().find(name(node))
                .flatMap(spec -> Durations.parse(spec.path("delay").asText()));
    }

    Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException {
        Timed force = new Timed(FORCE, List.of(volume()), atMost);
        return Timed.took(pods.run(node.name(), force.command(), atMost.plus(WAY)));
    }

    private String volume() throws IOException {
        return workload.volume().orElseThrow(() -> new IOException("the option volume=PATH was not given"));
    }

    private static String name(Node node) {
        return "squall-disk-" + node.name();
    }
}
