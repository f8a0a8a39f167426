package squall.clusters.compose;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.clusters.NftLinks.LinkPeer;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;

/** A container as {@code docker inspect} tells of it. */
record DockerContainer(JsonNode told) {
    private static final String PORT = "port";
    private static final String SERVICE = "com.docker.compose.service";
    private static final String NUMBER = "com.docker.compose.container-number";
    private static final String OWN = "dev.squall.";
    private static final int STOP_SECONDS = 30;
    private static final int MEGABYTE = 20;
    private static final long BILLION = 1_000_000_000;

    /** What became of a container's process. */
    enum Life {
        /** It was never started: a node in reserve. */
        CREATED,
        RUNNING,
        PAUSED,
        /** It has none. */
        ENDED
    }

    String id() {
        return told.path("Id").asText();
    }

    Life process() throws IOException {
        String status = told.path("State").path("Status").asText();
        return switch (status) {
            case "created" -> Life.CREATED;
            case "running" -> Life.RUNNING;
            case "paused" -> Life.PAUSED;
            case "exited", "dead", "restarting", "removing" -> Life.ENDED;
            default ->
                throw new IOException(service() + " (" + id() + ") is '" + status + "', which is no known state");
        };
    }

    /** What its process ended with; 0 while it runs. */
    int exitCode() {
        return told.path("State").path("ExitCode").asInt();
    }

    /** How long it may take to stop: as its {@code stop_grace_period} has it, else 30 s. */
    int stopSeconds() {
        return told.path("Config").path("StopTimeout").asInt(STOP_SECONDS);
    }

    /** Whether it ever ran, by which it belongs to the cluster. */
    boolean started() {
        return !told.path("State").path("Status").asText().equals("created");
    }

    String image() {
        return told.path("Config").path("Image").asText();
    }

    /** Whether something of it outlives the container. */
    boolean keepsData() {
        return !told.path("Mounts").isEmpty();
    }

    String service() {
        return label(SERVICE).orElse("?");
    }

    /** The service's; of several containers of one service, its number too. */
    String name() {
        String number = label(NUMBER).orElse("1");
        return number.equals("1") ? service() : service() + "-" + number;
    }

    /** What the compose file says of the service as a node, by the label's last word. */
    Optional<String> says(String word) {
        return label(OWN + word);
    }

    private Optional<String> label(String name) {
        JsonNode value = told.path("Config").path("Labels").path(name);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    /** Whether it is a node, or another service of the project. */
    boolean serves() {
        return says(PORT).isPresent();
    }

    /** @param port inside the container; empty: the one that the label names */
    Node node(Optional<String> port) throws IOException {
        JsonNode published = published(port);
        String host = published.path("HostIp").asText();
        return new Node(
                name(),
                host.isEmpty() || host.equals("0.0.0.0") ? "127.0.0.1" : host,
                published.path("HostPort").asInt(),
                need("zone"),
                need("region"));
    }

    LinkPeer peer(Optional<String> port) throws IOException {
        List<String> addresses = new ArrayList<>();
        for (Map.Entry<String, JsonNode> network :
                told.path("NetworkSettings").path("Networks").properties()) {
            String newer = network.getValue().path("GlobalIPv6Address").asText("");
            if (!newer.isEmpty()) {
                throw new IOException(
                        "service " + service() + " has the address " + newer + " in the network " + network.getKey()
                                + ": links are cut for IPv4 alone, so the network must not have enable_ipv6");
            }
            addresses.add(network.getValue().path("IPAddress").asText(""));
        }
        addresses.removeIf(String::isEmpty); // so it is while the container does not run
        return new LinkPeer(node(port), addresses, Integer.parseInt(inside(port)));
    }

    /** As the file wants it, which stands there while the container does not run too. */
    private JsonNode published(Optional<String> port) throws IOException {
        String inside = inside(port);
        JsonNode first = told.path("HostConfig")
                .path("PortBindings")
                .path(inside + "/tcp")
                .path(0);
        if (first.path("HostPort").asInt() == 0) {
            throw new IOException("service " + service() + " must publish its port " + inside
                    + " at a fixed port of this machine, as in ports: [\"127.0.0.1:" + inside + ":" + inside + "\"]");
        }
        return first;
    }

    private String inside(Optional<String> port) throws IOException {
        String inside = port.isPresent() ? port.get() : need(PORT);
        if (!inside.matches("[0-9]{1,5}")) {
            throw new IOException(
                    "service " + service() + ": label " + OWN + PORT + " must be a port, not '" + inside + "'");
        }
        return inside;
    }

    private String need(String word) throws IOException {
        return says(word)
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> new IOException("service " + service() + " must have the label " + OWN + word));
    }

    /** What it may use at most. @throws IOException if one of them has no limit, or no whole number of processors */
    Size size() throws IOException {
        JsonNode limits = told.path("HostConfig");
        long memoryMb = limits.path("Memory").asLong() >> MEGABYTE;
        long cpus = limits.path("NanoCpus").asLong() / BILLION;
        if (memoryMb < 1 || limits.path("NanoCpus").asLong() != cpus * BILLION || cpus < 1) {
            throw new IOException("service " + service() + " has no limit that could be put back: the compose file must"
                    + " give it mem_limit and a whole number of cpus");
        }
        return new Size(Math.toIntExact(memoryMb), Math.toIntExact(cpus));
    }
}
