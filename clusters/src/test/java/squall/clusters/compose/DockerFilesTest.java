package squall.clusters.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import squall.clusters.ClientAccess;
import squall.clusters.compose.ComposeProvider.ComposePrimaryCluster;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.system.process.ExternalProgram;

/** The compose files that are shipped: what a database would do with them was not tried here. */
class DockerFilesTest {
    private static final Path DOCKER = Path.of("..", "docker").toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(DOCKER)) {
            return files.filter(file -> file.getFileName().toString().matches("compose.*\\.yaml"))
                    .filter(file -> !file.startsWith(DOCKER.resolve("observability"))) // no cluster
                    .sorted()
                    .toList();
        }
    }

    @Test
    void each_database_has_its_files() throws Exception {
        assertThat(files())
                .map(file -> DOCKER.relativize(file).toString())
                .containsExactly(
                        "cassandra/compose.yaml",
                        "cockroachdb/compose-15.yaml",
                        "cockroachdb/compose-2-stores.yaml",
                        "cockroachdb/compose-9.yaml",
                        "cockroachdb/compose.yaml",
                        "postgres-ha/compose.yaml",
                        "yugabytedb/compose-15.yaml",
                        "yugabytedb/compose-9.yaml",
                        "yugabytedb/compose.yaml");
    }

    @ParameterizedTest
    @MethodSource("files")
    void images_are_pinned_to_a_release(Path file) throws Exception {
        assertThat(services(file).values())
                .allSatisfy(
                        service -> assertThat(service.path("image").asText()).matches(".+:v?[0-9]+\\.[0-9].*"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void ports_are_those_of_this_machine_alone(Path file) throws Exception {
        List<String> ports = new ArrayList<>();
        services(file).values().forEach(service -> service.path("ports").forEach(port -> ports.add(port.asText())));
        assertThat(ports)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).matches("127\\.0\\.0\\.1:[0-9]+:[0-9]+"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_running_node_is_observed_and_not_restarted(Path file) throws Exception {
        Map<String, JsonNode> services = services(file);
        services.forEach((name, service) -> {
            assertThat(service.path("restart").asText()).as(name).isEqualTo("no");
            if (!name.equals("init")) {
                assertThat(service.path("healthcheck").path("test").size())
                        .as(name)
                        .isPositive();
                assertThat(service.path("volumes").path(0).asText()).as(name).doesNotContain(":");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("files")
    void labels_make_the_nodes_that_the_provider_expects(Path file) throws Exception {
        Shape shape = Shape.of(file);
        List<DockerContainer> members = containers(file, service -> !service.has("profiles"));
        List<Node> nodes = new ArrayList<>();
        for (DockerContainer member : members) {
            nodes.add(member.node(Optional.empty()));
            assertThat(member.peer(Optional.empty()).port()).isPositive();
            assertThat(member.size().cpus()).isPositive();
            assertThat(clients(member).url()).contains("{hosts}");
        }
        assertThat(nodes)
                .hasSize(shape.nodes())
                .allSatisfy(node -> assertThat(node.host()).isEqualTo("127.0.0.1"));
        assertThat(nodes.stream().map(Node::zone).distinct()).hasSize(shape.zones());
        assertThat(nodes.stream().map(Node::region).distinct()).hasSize(shape.regions());
        assertThat(members.stream()
                        .map(member -> member.says(ComposePrimaryCluster.WORD).isPresent())
                        .distinct())
                .containsExactly(file.toString().contains("postgres-ha"));
    }

    @Test
    void an_outage_of_a_zone_takes_three_of_nine_nodes_and_one_of_a_region_five_of_fifteen() throws Exception {
        for (String database : List.of("cockroachdb", "yugabytedb")) {
            assertThat(names(database + "/compose-9.yaml", Node::zone))
                    .isEqualTo(Map.of(
                            "a", List.of("n1", "n2", "n3"),
                            "b", List.of("n4", "n5", "n6"),
                            "c", List.of("n7", "n8", "n9")));
            assertThat(names(database + "/compose-15.yaml", Node::region))
                    .isEqualTo(Map.of(
                            "east", List.of("n1", "n2", "n3", "n4", "n5"),
                            "central", List.of("n6", "n7", "n8", "n9", "n10"),
                            "west", List.of("n11", "n12", "n13", "n14", "n15")));
        }
    }

    @Test
    void six_more_nodes_are_in_reserve_two_in_each_zone() throws Exception {
        for (String database : List.of("cockroachdb", "yugabytedb")) {
            assertThat(containers(DOCKER.resolve(database + "/compose.yaml"), service -> service.has("profiles")))
                    .map(spare -> spare.node(Optional.empty()))
                    .map(node -> node.name() + " " + node.zone())
                    .containsExactly("n4 a", "n5 b", "n6 c", "n7 a", "n8 b", "n9 c");
        }
    }

    /** Checks that the pages which the instruments read by default are inside at these ports; outside each node has one of its own. */
    @Test
    void the_pages_with_the_metrics_are_published() throws Exception {
        Map<String, List<String>> inside = Map.of(
                "cockroachdb", List.of("26257", "8080"),
                "yugabytedb", List.of("5433", "13000", "9000", "9042", "12000"));
        for (Path file : files()) {
            String database = file.getName(file.getNameCount() - 2).toString();
            for (JsonNode service : services(file).values()) {
                if (inside.containsKey(database) && service.has("ports")) {
                    List<String> ports = new ArrayList<>();
                    service.path("ports")
                            .forEach(port -> ports.add(port.asText().split(":", -1)[2]));
                    assertThat(ports).as(file.toString()).isEqualTo(inside.get(database));
                }
            }
        }
    }

    private static Map<String, List<String>> names(String file, Function<Node, String> place) throws IOException {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (DockerContainer member : containers(DOCKER.resolve(file), service -> !service.has("profiles"))) {
            Node node = member.node(Optional.empty());
            names.computeIfAbsent(place.apply(node), each -> new ArrayList<>()).add(node.name());
        }
        return names;
    }

    /** Shape that a file's name promises of the nodes that are not in reserve. */
    private record Shape(int nodes, int zones, int regions) {
        static Shape of(Path file) {
            return switch (file.getFileName().toString()) {
                case "compose-9.yaml" -> new Shape(9, 3, 1);
                case "compose-15.yaml" -> new Shape(15, 9, 3);
                default -> new Shape(3, 3, 1);
            };
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void who_may_join_may_leave(Path file) throws Exception {
        for (DockerContainer spare : containers(file, service -> service.has("profiles"))) {
            assertThat(spare.says(ComposeProject.LEAVE)).isPresent();
            assertThat(spare.node(Optional.empty()).zone()).isIn("a", "b", "c");
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void compose_itself_understands_the_file(Path file, @TempDir Path folder) throws Exception {
        assumeTrue(
                compose("version"),
                "SKIPPED: docker with its plugin compose is not on the path; the file was only read as YAML");
        assertThat(compose(
                        "--env-file",
                        Files.createFile(folder.resolve("empty.env")).toString(),
                        "-f",
                        file.toString(),
                        "--profile",
                        "spare",
                        "config",
                        "-q"))
                .isTrue();
    }

    private static boolean compose(String... arguments) throws InterruptedException {
        Stream<String> words = Stream.of("env", "SQUALL_DB_PASSWORD=x", "docker", "compose");
        List<String> command = Stream.concat(words, Stream.of(arguments)).toList();
        try {
            return new ExternalProgram(command, Path.of("/"), Duration.ofSeconds(60))
                    .run()
                    .ok();
        } catch (IOException e) {
            return false;
        }
    }

    private static ClientAccess clients(DockerContainer member) {
        return ClientAccess.of(
                Options.none("test"),
                member.says("url").orElse(""),
                member.says("user").orElse(""),
                member.says("password").orElse(""));
    }

    /** Returns what docker would tell of the containers of those services that are nodes. */
    private static List<DockerContainer> containers(Path file, Predicate<JsonNode> which) throws IOException {
        List<DockerContainer> containers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : services(file).entrySet()) {
            DockerContainer container =
                    new DockerContainer(JSON.valueToTree(container(each.getKey(), each.getValue())));
            if (container.serves() && which.test(each.getValue())) {
                containers.add(container);
            }
        }
        return containers;
    }

    private static Map<String, Object> container(String name, JsonNode service) {
        Map<String, Object> labels = new LinkedHashMap<>();
        service.path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        labels.put("com.docker.compose.service", name);
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("NanoCpus", service.path("cpus").asLong() * 1_000_000_000);
        limits.put(
                "Memory",
                (long) Integer.parseInt(service.path("mem_limit").asText("0g").replace("g", "")) << 30);
        String[] port = service.path("ports").path(0).asText("::").split(":", -1);
        limits.put("PortBindings", Map.of(port[2] + "/tcp", List.of(Map.of("HostIp", port[0], "HostPort", port[1]))));
        return Map.of("Id", name, "Config", Map.of("Labels", labels), "HostConfig", limits);
    }

    private static Map<String, JsonNode> services(Path file) throws IOException {
        Object document = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        Map<String, JsonNode> services = new LinkedHashMap<>();
        JSON.valueToTree(merged(document))
                .path("services")
                .properties()
                .forEach(each -> services.put(each.getKey(), each.getValue()));
        return services;
    }

    /** Resolves {@code <<} in a map, which YAML 1.2 does not know. */
    private static Object merged(Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            return tree;
        }
        Map<Object, Object> all = new LinkedHashMap<>();
        if (map.get("<<") instanceof Map<?, ?> base) {
            base.forEach((key, value) -> all.put(key, merged(value)));
        }
        map.forEach((key, value) -> {
            if (!"<<".equals(key)) {
                all.put(key, merged(value));
            }
        });
        return all;
    }
}
