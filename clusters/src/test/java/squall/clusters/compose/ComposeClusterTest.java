package squall.clusters.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.clusters.Greeter;
import squall.clusters.Script;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.system.PollDeadline;

/** Against a docker that is a shell script; what it is told stands in the file {@code calls}. */
class ComposeClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<Greeter> servers = new ArrayList<>();
    private Path docker = Path.of("/");

    @BeforeEach
    void three_nodes_and_one_in_reserve() throws IOException {
        docker = Script.into(folder, "docker");
        Script.into(folder, "bin/nft");
        Script.into(folder, "bin/timeout");
        for (int i = 1; i <= 4; i++) {
            servers.add(new Greeter("127.0.0.1"));
            Files.writeString(
                    folder.resolve("n" + i + ".json"), json(i, servers.getLast().port()));
            Files.writeString(folder.resolve("n" + i + ".status"), i == 4 ? "created" : "running");
        }
        Files.writeString(folder.resolve("init.json"), "{\"Config\": {\"Labels\": {}}}");
        Files.writeString(folder.resolve("init.status"), "exited");
    }

    @AfterEach
    void stop_the_servers() throws IOException {
        for (Greeter server : servers) {
            server.close();
        }
    }

    @Test
    void a_project_is_brought_up_and_its_labels_tell_the_nodes() throws Exception {
        Files.writeString(folder.resolve("n1.status"), "exited");
        Files.writeString(folder.resolve("n2.status"), "paused");
        Cluster cluster = provider(docker).cluster(options(Map.of()), line -> {});
        assertThat(cluster.nodes())
                .containsExactly(
                        new Node("n1", "127.0.0.1", servers.get(0).port(), "a", "eu"),
                        new Node("n2", "127.0.0.1", servers.get(1).port(), "b", "eu"),
                        new Node("n3", "127.0.0.1", servers.get(2).port(), "c", "eu"));
        assertThat(cluster.target().url())
                .isEqualTo("jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/db"
                        .formatted(
                                servers.get(0).port(),
                                servers.get(1).port(),
                                servers.get(2).port()));
        assertThat(cluster.target().properties())
                .containsEntry("image", "db:1.2.3")
                .containsEntry("balancer", "none: clients reach each node");
        assertThat(cluster.state(cluster.node("n2"))).isEqualTo(State.UP);
        assertThat(calls()).contains("compose -p lab -f " + folder.resolve("compose.yaml") + " up -d");
    }

    @Test
    void a_killed_node_is_down_until_it_is_started() throws Exception {
        Cluster cluster = found(Map.of());
        Node n2 = cluster.node("n2");
        assertThat(cluster.state(n2)).isEqualTo(State.UP);
        restarts(cluster).kill(n2);
        assertThat(cluster.state(n2)).isEqualTo(State.DOWN);
        restarts(cluster).start(n2);
        assertThat(cluster.state(n2)).isEqualTo(State.UP);
        restarts(cluster).stop(n2);
        assertThat(cluster.state(n2)).isEqualTo(State.DOWN);
        assertThat(calls()).contains("kill -s KILL n2", "start n2", "stop -t 30 n2");
    }

    /** Covers an old error: docker stop waits 30 s, then kills, and says nothing: those 30 s of service counted as the fault. */
    @Test
    void a_stop_that_became_a_kill_is_no_stop() throws Exception {
        Cluster cluster = found(Map.of());
        Path n2 = folder.resolve("n2.json");
        Files.writeString(n2, Files.readString(n2).replace("@STATUS@\"", "@STATUS@\", \"ExitCode\": 137"));
        assertThatThrownBy(() -> restarts(cluster).stop(cluster.node("n2")))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "n2 did not end within 30 s of being asked to, so docker killed it (exit code 137): stop_signal"
                                + " in the compose file must be the signal by which the database ends soon");
        restarts(cluster).stop(cluster.node("n2")); // it does not run any more: nothing happens
    }

    /** Covers an old error: a shell in a container of its own has the labels of its service, and no port, which ended every command. */
    @Test
    void a_container_of_compose_run_is_no_node() throws Exception {
        String shell = Files.readString(folder.resolve("n2.json"))
                .replace("\"Labels\": {", "\"Labels\": {\"com.docker.compose.oneoff\": \"True\",")
                .replace("PortBindings", "None");
        Files.writeString(folder.resolve("a-shell.json"), shell);
        Files.writeString(folder.resolve("a-shell.status"), "running");
        assertThat(found(Map.of()).nodes()).extracting(Node::name).containsExactly("n1", "n2", "n3");
    }

    @Test
    void a_container_that_runs_and_does_not_answer_is_busy() throws Exception {
        Cluster cluster = found(Map.of());
        servers.get(2).close();
        assertThat(cluster.state(cluster.node("n3"))).isEqualTo(State.BUSY);
    }

    @Test
    void a_paused_node_goes_on_by_itself_when_its_time_is_over() throws Exception {
        Cluster cluster = found(Map.of());
        Node n1 = cluster.node("n1");
        ((Cluster.Pauses) cluster).pause(n1, Duration.ofSeconds(1));
        assertThat(PollDeadline.in(LIMIT).await(() -> cluster.state(n1) == State.UP))
                .isTrue();
        assertThat(calls()).containsSubsequence("pause n1", "unpause n1");
    }

    @Test
    void resume_ends_the_timer_too() throws Exception {
        Cluster cluster = found(Map.of());
        Node n1 = cluster.node("n1");
        ((Cluster.Pauses) cluster).pause(n1, Duration.ofMinutes(10));
        assertThat(cluster.state(n1)).isEqualTo(State.PAUSED);
        ((Cluster.Pauses) cluster).resume(n1);
        ((Cluster.Pauses) cluster).resume(n1);
        assertThat(cluster.state(n1)).isEqualTo(State.UP);
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
    }

    @Test
    void a_node_in_reserve_joins_and_leaves_by_what_its_service_says() throws Exception {
        Cluster cluster = found(Map.of());
        assertThat(cluster.unavailable(Cluster.Scales.class)).isEmpty();
        Node added = ((Cluster.Scales) cluster).add("c", "eu");
        assertThat(added.name()).isEqualTo("n4");
        assertThat(cluster.nodes()).hasSize(4);
        ((Cluster.Scales) cluster).remove(added);
        assertThat(folder.resolve("n4.left")).exists();
        assertThat(cluster.nodes()).hasSize(3);
        assertThat(calls()).containsSubsequence("stop -t 30 n4", "rm -v n4");
        assertThatThrownBy(() -> ((Cluster.Scales) cluster).add("z", "eu"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("compose project lab has no node in reserve in zone z of region eu");
    }

    @Test
    void limits_are_changed_and_read_back() throws Exception {
        Cluster cluster = found(Map.of());
        Node n1 = cluster.node("n1");
        var resizes = (Cluster.Resizes) cluster;
        assertThat(resizes.size(n1)).isEqualTo(new Size(512, 1));
        resizes.resize(n1, new Size(1024, 2));
        assertThat(resizes.size(n1)).isEqualTo(new Size(1024, 2));
        assertThat(resizes.size(cluster.node("n2"))).isEqualTo(new Size(512, 1));
        resizes.restore(n1, new Size(512, 1), "536870912 -1");
        assertThat(calls()).contains("update --cpus 1 --memory 536870912 --memory-swap -1 n1");
    }

    @Test
    void a_link_is_cut_and_restored_by_a_sidecar_container() throws Exception {
        Cluster cluster = found(Map.of("links", "true"));
        Links links = (Links) cluster;
        Link link = new Link("n1", "n2");
        assertThat(links.links()).hasSize(12);
        assertThat(links.probe(link, LIMIT)).contains(Duration.ofMillis(4));
        links.disturb(link, new Impairment.Cut(), LIMIT);
        assertThat(links.impairment(link)).contains(new Impairment.Cut());
        assertThat(links.affectedPackets(link)).hasValue(7);
        assertThat(links.impairment(link.reversed())).isEmpty();
        assertThat(links.probe(link.reversed(), LIMIT)).isEmpty();
        links.restoreLink(link);
        links.restoreLink(link);
        assertThat(links.impairment(link)).isEmpty();
        assertThat(String.join("\n", calls()))
                .containsPattern(
                        "run --rm --name squall-lab-\\d+-\\d+ --network container:n2 --cap-add NET_ADMIN --user 0"
                                + " --entrypoint nft nicolaka/netshoot:v0.15 add table inet squall_n1_to_n2");
    }

    @Test
    void links_are_left_alone_unless_requested() throws Exception {
        Cluster cluster = found(Map.of());
        assertThat(((Links) cluster).links()).isEmpty();
        assertThat(cluster.unavailable(Links.class))
                .contains("links are left alone: the option links=true was not given");
    }

    @Test
    void the_label_of_a_primary_is_asked_of_each_node() throws Exception {
        Files.writeString(folder.resolve("n2.leads"), "");
        assertThat(((Cluster.HasPrimary) found(Map.of())).primary().map(Node::name))
                .contains("n2");
    }

    @Test
    void a_password_may_not_stand_in_the_options() {
        assertThatThrownBy(() -> found(Map.of("password", "secret")).target())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("password must be env:NAME or file:PATH")
                .hasMessageNotContaining("secret");
    }

    @Test
    void a_machine_without_docker_says_what_to_install() {
        var options = new Options("--cluster compose", Map.of("project", "lab"));
        assertThatThrownBy(() -> provider(folder.resolve("nowhere")).find(options))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("is not there: install Docker's client with its plugin compose, version 2");
    }

    @Test
    void a_project_without_nodes_is_told_so() throws IOException {
        for (int i = 1; i <= 3; i++) {
            Files.delete(folder.resolve("n" + i + ".status"));
        }
        assertThatThrownBy(() -> provider(docker).find(new Options("--cluster compose", Map.of("project", "lab"))))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageStartingWith("compose project lab has no node");
    }

    @Test
    void a_project_whose_containers_were_all_removed_is_gone() throws IOException {
        for (String id : List.of("n1", "n2", "n3", "n4", "init")) {
            Files.delete(folder.resolve(id + ".status"));
        }
        assertThatThrownBy(() -> provider(docker).find(new Options("--cluster compose", Map.of("project", "lab"))))
                .isInstanceOf(NoSuchClusterException.class);
    }

    @Test
    void an_option_that_is_nearly_right_is_named() {
        assertThatThrownBy(() -> found(Map.of("projct", "lab")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("did you mean 'project'?");
    }

    /** Covers an old error: the image was ignored, and faults of links were not applicable. */
    @Test
    void a_helper_without_permission_to_disturb_links_is_refused() {
        assertThatThrownBy(() -> found(Map.of("helper", "squall/tools:local")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "compose: option 'helper' names the image by which links are disturbed: add links=true, or omit it");
    }

    @Test
    void options_are_checked_without_asking_docker() {
        assertThatThrownBy(() -> provider(docker).outline(options(Map.of("projct", "lab"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("did you mean 'project'?");
        assertThat(provider(docker).outline(options(Map.of()))).isEmpty();
        assertThat(folder.resolve("calls")).doesNotExist();
    }

    private Cluster found(Map<String, String> more) throws IOException {
        return provider(docker).find(options(more));
    }

    private Options options(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("project", "lab");
        options.put("file", folder.resolve("compose.yaml").toString());
        return new Options("--cluster compose", options);
    }

    private ComposeProvider provider(Path program) {
        return new ComposeProvider(program.toString(), Optional.of(folder.resolve("timers")));
    }

    private static Cluster.Restarts restarts(Cluster cluster) {
        return (Cluster.Restarts) cluster;
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    private String json(int number, int port) {
        String zone = List.of("a", "b", "c", "c").get(number - 1);
        return """
                {"Id": "n%1$d", "State": {"Status": "@STATUS@"},
                 "Config": {"Image": "db:1.2.3", "Labels": {
                   "com.docker.compose.service": "n%1$d", "com.docker.compose.container-number": "1",
                   "dev.squall.port": "5432", "dev.squall.zone": "%2$s", "dev.squall.region": "eu",
                   "dev.squall.url": "jdbc:postgresql://{hosts}/db",
                   "dev.squall.leave": "touch %4$s/$NODE.left", "dev.squall.primary": "test -f %4$s/$NODE.leads"}},
                 "HostConfig": {"NanoCpus": 1000000000, "Memory": 536870912,
                   "PortBindings": {"5432/tcp": [{"HostIp": "127.0.0.1", "HostPort": "%3$d"}]}},
                 "NetworkSettings": {"Networks": {"lab_default": {"IPAddress": "172.30.0.%1$d"}}}}
                """.formatted(number, zone, port, folder);
    }
}
