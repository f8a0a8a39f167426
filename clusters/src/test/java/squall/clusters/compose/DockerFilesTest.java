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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import squall.clusters.Clients;
import squall.host.Program;
import squall.spi.Cluster.Node;
import squall.spi.Options;

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
                        "cockroachdb/compose-9.yaml",
                        "cockroachdb/compose.yaml",
                        "postgres-ha/compose.yaml",
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
    void what_goes_on_is_looked_at_and_nobody_else_starts_it_again(Path file) throws Exception {
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
        int wanted = file.toString().contains("-9") ? 9 : 3;
        List<Container> members = containers(file, service -> !service.has("profiles"));
        List<Node> nodes = new ArrayList<>();
        for (Container member : members) {
            nodes.add(member.node(Optional.empty()));
            assertThat(member.peer(Optional.empty()).port()).isPositive();
            assertThat(member.size().cpus()).isPositive();
            assertThat(clients(member).url()).contains("{hosts}");
        }
        assertThat(nodes)
                .hasSize(wanted)
                .allSatisfy(node -> assertThat(node.host()).isEqualTo("127.0.0.1"));
        assertThat(nodes.stream().map(Node::zone).distinct()).hasSize(wanted);
        assertThat(nodes.stream().map(Node::region).distinct()).hasSize(wanted / 3);
        assertThat(members.stream()
                        .map(member -> member.says(LedCluster.WORD).isPresent())
                        .distinct())
                .containsExactly(file.toString().contains("postgres-ha"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void who_may_join_may_leave(Path file) throws Exception {
        for (Container spare : containers(file, service -> service.has("profiles"))) {
            assertThat(spare.says(Project.LEAVE)).isPresent();
            assertThat(spare.node(Optional.empty()).zone()).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void compose_itself_understands_the_file(Path file) throws Exception {
        assumeTrue(
                compose("version"),
                "SKIPPED: docker with its plugin compose is not on the path; the file was only read as YAML");
        assertThat(compose(
                        "--env-file",
                        Files.createTempFile("squall-", ".env").toString(),
                        "-f",
                        file.toString(),
                        "config",
                        "-q"))
                .isTrue();
    }

    private static boolean compose(String... arguments) throws InterruptedException {
        Stream<String> words = Stream.of("env", "SQUALL_DB_PASSWORD=x", "docker", "compose");
        List<String> command = Stream.concat(words, Stream.of(arguments)).toList();
        try {
            return new Program(command, Path.of("/"), Duration.ofSeconds(60))
                    .run()
                    .ok();
        } catch (IOException e) {
            return false;
        }
    }

    private static Clients clients(Container member) {
        return Clients.of(
                Options.none("test"),
                member.says("url").orElse(""),
                member.says("user").orElse(""),
                member.says("password").orElse(""));
    }

    /** What docker would tell of the containers of those services that are nodes. */
    private static List<Container> containers(Path file, Predicate<JsonNode> which) throws IOException {
        List<Container> containers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : services(file).entrySet()) {
            Container container = new Container(JSON.valueToTree(told(each.getKey(), each.getValue())));
            if (container.serves() && which.test(each.getValue())) {
                containers.add(container);
            }
        }
        return containers;
    }

    private static Map<String, Object> told(String name, JsonNode service) {
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

    /** With what {@code <<} says of a map, which YAML 1.2 knows nothing of. */
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
