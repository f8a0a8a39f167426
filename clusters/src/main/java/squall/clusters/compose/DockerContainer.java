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

/** Container as described by {@code docker inspect}. */
record DockerContainer(JsonNode told) {
    private static final String PORT = "port";
    private static final String SERVICE = "com.docker.compose.service";
    private static final String NUMBER = "com.docker.compose.container-number";
    private static final String ONE_OFF = "com.docker.compose.oneoff";
    private static final String OWN = "dev.squall.";
    private static final int STOP_SECONDS = 30;
    private static final int MEGABYTE = 20;
    private static final long BILLION = 1_000_000_000;

    /** State of a container's process. */
    enum Life {
        /** Never started: a node in reserve. */
        CREATED,
        RUNNING,
        PAUSED,
        /** Ended; there is no process. */
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

    /** Returns the exit code of its process; 0 while it runs. */
    int exitCode() {
        return told.path("State").path("ExitCode").asInt();
    }

    /** Returns the seconds that it may take to stop: its {@code stop_grace_period}, else 30. */
    int stopSeconds() {
        return told.path("Config").path("StopTimeout").asInt(STOP_SECONDS);
    }

    /** Returns whether it ever ran, by which it belongs to the cluster. */
    boolean started() {
        return !told.path("State").path("Status").asText().equals("created");
    }

    String image() {
        return told.path("Config").path("Image").asText();
    }

    /** Returns whether it has a mount, whose data outlive the container. */
    boolean keepsData() {
        return !told.path("Mounts").isEmpty();
    }

    String service() {
        return label(SERVICE).orElse("?");
    }

    /** Returns the name of the service; of several containers of one service, with its number. */
    String name() {
        String number = label(NUMBER).orElse("1");
        return number.equals("1") ? service() : service() + "-" + number;
    }

    /** Returns the value of a label of the service as a node, by the label's last word. */
    Optional<String> says(String word) {
        return label(OWN + word);
    }

    private Optional<String> label(String name) {
        JsonNode value = told.path("Config").path("Labels").path(name);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    /** Returns whether it is a node: not another service of the project, and not a container of {@code docker compose run}. */
    boolean serves() {
        return says(PORT).isPresent() && label(ONE_OFF).filter("True"::equals).isEmpty();
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

    /** Returns the published port of the configuration, which exists while the container does not run too. */
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

    /** Returns the limits of its memory, and of its memory and swap (-1: none), in bytes. */
    String memoryLimits() {
        JsonNode limits = told.path("HostConfig");
        return limits.path("Memory").asLong() + " " + limits.path("MemorySwap").asLong();
    }

    /** Returns its limits. @throws IOException if one of them is not set, or is no whole number of processors */
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
