package squall.clusters.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.clusters.DockerEngine;
import squall.clusters.RealNodes;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;

/**
 * Test of a real compose project on a real engine: a PostgreSQL primary and two streaming standbys in two networks, one standby more in
 * reserve. Each test leaves it as it was.
 */
@Tag("server")
@Tag("extended")
class ComposeClusterServerTest extends RealNodes {
    private static final String PROJECT = "squall-server-test";
    private static final String TOOLS = "squall/tools:local";

    /** The stop signal of n3 is one by which PostgreSQL does not end. */
    private static final String FILE = """
            networks: {front: {}, back: {}}
            x-labels: &labels
              dev.squall.port: "5432"
              dev.squall.region: eu
              dev.squall.url: jdbc:postgresql://{hosts}/postgres?connectTimeout=5&socketTimeout=10
              dev.squall.user: postgres
              dev.squall.primary: psql -h 127.0.0.1 -U postgres -tAc 'SELECT pg_is_in_recovery()' | grep -q f
              dev.squall.leave: psql -h 127.0.0.1 -U postgres -tAc 'SELECT 1'
            x-node: &node
              image: squall/postgres:local
              restart: "no"
              stop_signal: SIGINT
              stop_grace_period: 20s
              cpus: 1
              mem_limit: 256m
              networks: [front, back]
              volumes: [/home/postgres/pgdata]
              environment: &standby
                SQUALL_PRIMARY: n1
                PGAPPNAME: ${PGAPPNAME:?must come from the caller}
            services:
              n1:
                <<: *node
                environment: {PGAPPNAME: "${PGAPPNAME:?must come from the caller}"}
                ports: ["127.0.0.1:26531:5432"]
                labels: {<<: *labels, dev.squall.zone: a}
              n2:
                <<: *node
                ports: ["127.0.0.1:26532:5432"]
                labels: {<<: *labels, dev.squall.zone: b}
              n3:
                <<: *node
                stop_signal: SIGCONT
                stop_grace_period: 2s
                ports: ["127.0.0.1:26533:5432"]
                labels: {<<: *labels, dev.squall.zone: c}
              n4:
                <<: *node
                profiles: [spare]
                ports: ["127.0.0.1:26534:5432"]
                labels: {<<: *labels, dev.squall.zone: c}
            """;

    @RegisterExtension
    static final DockerEngine ENGINE = new DockerEngine();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void the_project_comes_up() throws Exception {
        Files.writeString(file(), FILE);
        provider(ENGINE.program()).cluster(options(Map.of()), line -> {});
    }

    @AfterAll
    static void the_project_goes() throws Exception {
        if (Files.exists(file())) { // not where the class was skipped
            new DockerCommand(
                            DockerCommand.of(ENGINE.program(), PROJECT, Optional.empty())
                                    .tool(),
                            PROJECT,
                            Optional.of(file().toString()))
                    .compose("--profile", "spare", "down", "-v", "-t", "1");
        }
    }

    @AfterEach
    void no_helper_is_left() throws Exception {
        assertThat(ENGINE.docker("ps", "-aq", "--filter", "name=squall-" + PROJECT + "-"))
                .isEmpty();
    }

    @Test
    void labels_tell_the_nodes_and_the_primary_and_both_standbys_stream() throws Exception {
        assertThat(cluster().nodes())
                .containsExactly(
                        new Node("n1", "127.0.0.1", 26_531, "a", "eu"),
                        new Node("n2", "127.0.0.1", 26_532, "b", "eu"),
                        new Node("n3", "127.0.0.1", 26_533, "c", "eu"));
        assertThat(((Cluster.HasPrimary) cluster()).primary().map(Node::name)).contains("n1");
        assertThat(PollDeadline.in(LIMIT).await(() -> standbys() == 2)).isTrue();
    }

    /** Covers an old error: docker's warnings were read as ids of containers: 'docker inspect WARNING: Error parsing config file'. */
    @Test
    void a_warning_of_docker_is_no_container() throws Exception {
        var docker = DockerCommand.of(ENGINE.program(), PROJECT, Optional.empty());
        assertThat(docker.tool().run(LIMIT, List.of("ps", "-q")).messages()).contains("WARNING");
        assertThat(docker.nodes()).extracting(DockerContainer::name).containsExactly("n1", "n2", "n3", "n4");
    }

    @Test
    void a_compose_file_may_use_the_callers_PG_variables() throws Exception {
        assertThat(ENGINE.docker("exec", id("n1"), "sh", "-c", "echo $PGAPPNAME"))
                .isEqualTo(System.getenv("PGAPPNAME"));
    }

    /** Covers an old error: it said 'unknown shorthand flag: 'p' in -p'. Here the real client sees empty folders where its plugins are. */
    @Test
    void a_docker_without_the_plugin_compose_names_the_remedy() throws Exception {
        Path program = folder.resolve("docker-without-plugins");
        Files.writeString(program, """
                #!/bin/sh
                exec unshare --mount sh -c 'for parent in /usr/local/lib /usr/local/libexec /usr/lib /usr/libexec; do
                  [ ! -d $parent/docker/cli-plugins ] || mount -t tmpfs none $parent/docker/cli-plugins
                done
                exec %s "$@"' sh "$@"
                """.formatted(ENGINE.program()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        var docker = DockerCommand.of(program.toString(), PROJECT, Optional.of(file().toString()));
        assertThat(docker.nodes()).hasSize(4);
        assertThatThrownBy(() -> docker.compose("ps"))
                .isInstanceOf(IOException.class)
                .hasMessage("the program '" + program
                        + "' has no plugin compose: install Docker's client with its plugin compose, version 2");
    }

    /** Refuses a docker stop that waits, then kills, and says nothing. */
    @Test
    void a_stop_that_became_a_kill_is_no_stop() throws Exception {
        Node n3 = cluster().node("n3");
        assertThatThrownBy(() -> restarts().stop(n3))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "n3 did not end within 2 s of being asked to, so docker killed it (exit code 137): stop_signal"
                                + " in the compose file must be the signal by which the database ends soon");
        restarts().start(n3);
        assertThat(cluster().state(n3)).isEqualTo(State.UP);
    }

    /** Process that pauses n2 for a few seconds, and waits to be killed. */
    static final class PausingProcess {
        private PausingProcess() {}

        /** @param arguments the docker program and the test's folder */
        public static void main(String[] arguments) throws Exception {
            folder = Path.of(arguments[1]);
            pauseAndWait(provider(arguments[0]).find(options(Map.of())));
        }
    }

    /** Covers an old error: only the way through the first of the networks was closed, and the partition counted as in effect. */
    @Test
    void a_partition_closes_the_ways_through_all_networks() throws Exception {
        Link link = new Link("n1", "n2");
        List<String> ways = addresses("n2");
        assertThat(ways).hasSize(2);
        assertThat(ways).allSatisfy(way -> assertThat(open("n1", way)).isTrue());
        links().disturb(link, new Impairment.Cut(), LIMIT);
        assertThat(links().impairment(link)).contains(new Impairment.Cut());
        assertThat(ways).allSatisfy(way -> assertThat(open("n1", way)).isFalse());
        assertThat(links().probe(link, SHORT)).isEmpty();
        assertThat(links().affectedPackets(link).orElse(0)).isPositive();
        assertThat(links().probe(new Link("n1", "n3"), LIMIT)).isPresent();
        links().restoreLink(link);
        assertThat(links().impairment(link)).isEmpty();
        assertThat(ways).allSatisfy(way -> assertThat(open("n1", way)).isTrue());
    }

    @Test
    void limits_are_changed_while_the_node_runs_and_read_back() throws Exception {
        Node n2 = cluster().node("n2");
        var resizes = (Cluster.Resizes) cluster();
        assertThat(resizes.size(n2)).isEqualTo(new Size(256, 1));
        String before = resizes.resources(n2);
        resizes.resize(n2, new Size(320, 2));
        assertThat(resizes.size(n2)).isEqualTo(new Size(320, 2));
        assertThat(ENGINE.docker("inspect", "-f", "{{.State.Running}} {{.HostConfig.Memory}}", id("n2")))
                .isEqualTo("true " + (320L << 20));
        assertThat(resizes.resources(n2)).isNotEqualTo(before);
        resizes.restore(n2, new Size(256, 1), before);
        assertThat(resizes.size(n2)).isEqualTo(new Size(256, 1));
        assertThat(resizes.resources(n2)).isEqualTo(before);
    }

    @Test
    void a_node_is_made_from_another_image_with_its_data_and_back() throws Exception {
        assertThat(cluster().unavailable(Cluster.Upgrades.class)).isEmpty();
        ENGINE.docker("tag", "squall/postgres:local", "squall/postgres:other");
        Node n2 = cluster().node("n2");
        var upgrades = (Cluster.Upgrades) cluster();
        ENGINE.docker("exec", id("n2"), "touch", "/home/postgres/pgdata/kept");
        for (String image : List.of("squall/postgres:other", "squall/postgres:local")) {
            assertThat(upgrades.refusal(image)).isEmpty();
            upgrades.upgrade(n2, image);
            assertThat(upgrades.version(n2)).isEqualTo(image);
            assertThat(upgrades.version(cluster().node("n3"))).isEqualTo("squall/postgres:local");
            assertThat(cluster().state(n2)).isEqualTo(State.UP);
            ENGINE.docker("exec", id("n2"), "ls", "/home/postgres/pgdata/kept");
        }
        assertThat(PollDeadline.in(LIMIT).await(() -> standbys() == 2)).isTrue();
    }

    @Test
    void an_image_that_does_not_start_names_the_node_and_the_former_one_comes_back() throws Exception {
        Node n2 = cluster().node("n2");
        var upgrades = (Cluster.Upgrades) cluster();
        assertThatThrownBy(() -> upgrades.upgrade(n2, TOOLS))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("n2 was not made from the image " + TOOLS + ": ");
        upgrades.upgrade(n2, "squall/postgres:local");
        assertThat(cluster().state(n2)).isEqualTo(State.UP);
        assertThat(PollDeadline.in(LIMIT).await(() -> standbys() == 2)).isTrue();
    }

    @Test
    void a_node_in_reserve_joins_as_a_standby_and_leaves_without_its_data() throws Exception {
        var scales = (Cluster.Scales) cluster();
        assertThat(cluster().unavailable(Cluster.Scales.class)).isEmpty();
        Node n4 = scales.add("c", "eu");
        assertThat(n4.name()).isEqualTo("n4");
        assertThat(cluster().state(n4)).isEqualTo(State.UP);
        assertThat(PollDeadline.in(LIMIT).await(() -> standbys() == 3)).isTrue();
        String container = id("n4");
        scales.remove(n4);
        assertThat(cluster().nodes()).extracting(Node::name).containsExactly("n1", "n2", "n3");
        assertThat(id("n4")).isNotEqualTo(container);
    }

    /** Uses the image of the database, whose entrypoint makes a database. */
    @Test
    void a_helper_image_with_an_entrypoint_runs_what_it_is_told() throws Exception {
        Cluster helped =
                provider(ENGINE.program()).find(options(Map.of("links", "true", "helper", "squall/postgres:local")));
        assertThat(((Links) helped).probe(new Link("n1", "n2"), LIMIT)).isPresent();
    }

    @Test
    void a_helper_that_takes_too_long_is_removed() throws Exception {
        var docker = DockerCommand.of(ENGINE.program(), PROJECT, Optional.empty());
        DockerContainer n1 = docker.nodes().getFirst();
        assertThatThrownBy(() -> docker.runInNetworkOf(n1, TOOLS, List.of("sleep", "600"), Duration.ofSeconds(3)))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("sleep squall/tools:local 600' did not end within 3 s");
        assertThat(ENGINE.docker("ps", "-aq", "--filter", "ancestor=" + TOOLS)).isEmpty();
    }

    /** Covers an old error: no image could be fetched, so no node could be killed. */
    @Test
    void without_the_helper_image_nodes_are_killed_and_links_are_left_alone() throws Exception {
        String image = "127.0.0.1:9/no/registry:1";
        var said = new ArrayList<String>();
        Cluster cluster =
                provider(ENGINE.program()).cluster(options(Map.of("links", "true", "helper", image)), said::add);
        assertThat(said)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("links are left alone: '" + ENGINE.program() + " pull " + image);
        assertThat(cluster.unavailable(Links.class))
                .contains("links are left alone: the image " + image + " is not on this machine; 'docker pull " + image
                        + "' fetches it, and the option helper=IMAGE names another with nft, bash and timeout");
        ((Cluster.Restarts) cluster).kill(cluster.node("n2"));
        assertThat(cluster.state(cluster.node("n2"))).isEqualTo(State.DOWN);
        ((Cluster.Restarts) cluster).start(cluster.node("n2"));
    }

    private int standbys() throws IOException {
        Target target = cluster().target();
        try (var connection = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:26531/postgres", target.user(), target.password());
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static List<String> addresses(String node) throws IOException, InterruptedException {
        String format = "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}";
        return Stream.of(
                        ENGINE.docker("inspect", "-f", format, id(node)).strip().split(" "))
                .toList();
    }

    private static boolean open(String from, String address) throws IOException, InterruptedException {
        String script = "timeout 1 bash -c ': </dev/tcp/" + address + "/5432' && echo open || echo closed";
        return ENGINE.docker("exec", id(from), "bash", "-c", script).equals("open");
    }

    private static String id(String node) throws IOException, InterruptedException {
        return ENGINE.docker(
                "ps",
                "-aq",
                "--filter",
                "label=com.docker.compose.project=" + PROJECT,
                "--filter",
                "label=com.docker.compose.service=" + node);
    }

    @Override
    protected Cluster cluster() throws IOException {
        return provider(ENGINE.program()).find(options(Map.of("links", "true", "helper", TOOLS)));
    }

    @Override
    protected void verifyExitCode(Node node, int expected) throws IOException, InterruptedException {
        assertThat(ENGINE.docker("inspect", "-f", "{{.State.ExitCode}}", id(node.name())))
                .isEqualTo(Integer.toString(expected));
    }

    @Override
    protected List<String> pausing() {
        return List.of(PausingProcess.class.getName(), ENGINE.program(), folder.toString());
    }

    private static Path file() {
        return folder.resolve("compose.yaml");
    }

    private static Options options(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("project", PROJECT);
        options.put("file", file().toString());
        return new Options("--cluster compose", options);
    }

    private static ComposeProvider provider(String program) {
        return new ComposeProvider(program, Optional.of(folder.resolve("timers")));
    }
}
