package squall.clusters.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import squall.clusters.TimedCommand;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;

/** Links between pods, disturbed by a NetworkChaos each. Kubernetes does not know their clients. */
record ChaosLinks(StatefulSetWorkload workload, Pods pods) implements Links {
    private static final String CONNECT = ": </dev/tcp/$1/$2";
    private static final Duration WAY = Duration.ofSeconds(10);
    private static final Pattern MICROS = Pattern.compile("\\d{1,15}us");

    ChaosResources chaos() {
        return new ChaosResources(workload.api(), "NetworkChaos");
    }

    @Override
    public List<Link> links() throws IOException {
        List<String> names = workload.pods();
        List<Link> links = new ArrayList<>();
        for (String from : names) {
            names.stream().filter(to -> !to.equals(from)).forEach(to -> links.add(new Link(from, to)));
        }
        return List.copyOf(links);
    }

    @Override
    public Optional<String> refusal(Impairment impairment) {
        return impairment instanceof Impairment.Reset
                ? Optional.of("NetworkChaos of Chaos Mesh ends no connections")
                : Optional.empty();
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException {
        Optional<String> refusal = refusal(impairment);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        Map<String, Object> spec = new LinkedHashMap<>(chaos().pods(link.from()));
        spec.put("direction", "to");
        spec.put("target", chaos().pods(link.to()));
        spec.putAll(action(impairment));
        chaos().apply(name(link), spec, atMost);
    }

    private static Map<String, Object> action(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut cut -> Map.of("action", "partition");
            case Impairment.Reset reset -> throw new IllegalArgumentException("NetworkChaos ends no connections");
            case Impairment.Delay(Duration by, Duration jitter) ->
                Map.of("action", "delay", "delay", delay(by, jitter));
            case Impairment.Loss(double share) ->
                Map.of("action", "loss", "loss", Map.of("loss", Double.toString(share * 100), "correlation", "0"));
            // In tc, which Chaos Mesh hands it to, bps is bytes in a second.
            case Impairment.Throttle(long bytes) ->
                Map.of(
                        "action",
                        "bandwidth",
                        "bandwidth",
                        Map.of("rate", bytes + "bps", "limit", 1_000_000, "buffer", 10_000));
        };
    }

    /** Returns the delay as netem has it: its jitter goes both ways from the middle, that of an impairment is on top. */
    private static Map<String, Object> delay(Duration by, Duration jitter) {
        Duration half = jitter.dividedBy(2);
        return Map.of("latency", micros(by.plus(half)), "jitter", micros(half), "correlation", "0");
    }

    private static String micros(Duration duration) {
        return duration.toNanos() / 1_000 + "us";
    }

    @Override
    public void restoreLink(Link link) throws IOException, InterruptedException {
        chaos().delete(name(link));
    }

    @Override
    public Optional<Impairment> impairment(Link link) throws IOException {
        Optional<JsonNode> spec = chaos().find(name(link));
        return spec.isPresent() ? Optional.of(impairment(spec.get())) : Optional.empty();
    }

    private static Impairment impairment(JsonNode spec) throws IOException {
        String action = spec.path("action").asText();
        return switch (action) {
            case "partition" -> new Impairment.Cut();
            case "delay" -> {
                Duration half = duration(spec.path("delay").path("jitter"));
                yield new Impairment.Delay(
                        duration(spec.path("delay").path("latency")).minus(half), half.multipliedBy(2));
            }
            case "loss" -> new Impairment.Loss(spec.path("loss").path("loss").asDouble() / 100);
            case "bandwidth" ->
                new Impairment.Throttle(Long.parseLong(
                        spec.path("bandwidth").path("rate").asText().replace("bps", "")));
            default -> throw new IOException("NetworkChaos with the action '" + action + "' is not Squall's");
        };
    }

    private static Duration duration(JsonNode text) throws IOException {
        if (!MICROS.matcher(text.asText()).matches()) {
            throw new IOException("NetworkChaos: '" + text.asText() + "' is no duration in microseconds");
        }
        return Duration.of(Long.parseLong(text.asText().replace("us", "")), ChronoUnit.MICROS);
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        Node to = pods.node(link.to());
        TimedCommand connect = new TimedCommand(CONNECT, List.of(to.host(), Integer.toString(to.port())), atMost);
        return TimedCommand.took(pods.run(link.from(), connect.command(), atMost.plus(WAY)));
    }

    private static String name(Link link) {
        return "squall-" + link.from() + "-to-" + link.to();
    }
}
