package squall.clusters.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import squall.clusters.Greeter;
import squall.clusters.Script;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.system.InvalidFileException;
import squall.system.PollDeadline;
import squall.system.process.ProcessState;

/** Against an ssh that is a shell script: it runs on this machine what it is told to run on hosts, so what is done to processes is real. */
@EnabledOnOs(OS.LINUX)
class SshClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<Greeter> servers = new ArrayList<>();
    private Path ssh = Path.of("/");
    private Path inventory = Path.of("/");

    @BeforeEach
    void two_hosts() throws IOException {
        ssh = Script.into(folder, "ssh");
        for (String program : List.of("bin/nft", "bin/timeout", "bin/sudo")) {
            Script.into(folder, program);
        }
        servers.add(new Greeter("127.0.0.1"));
        servers.add(new Greeter("127.0.0.2"));
        Files.createFile(folder.resolve("lab"));
        inventory = folder.resolve("inventory.yaml");
        Files.writeString(inventory, text());
    }

    @AfterEach
    void end_all() throws Exception {
        for (Node node : found().nodes()) {
            restarts().kill(node);
        }
        for (Greeter server : servers) {
            server.close();
        }
    }

    @Test
    void a_node_is_started_killed_with_its_children_and_started_again() throws Exception {
        Node n1 = found().node("n1");
        assertThat(found().state(n1)).isEqualTo(State.DOWN);
        restarts().start(n1);
        assertThat(found().state(n1)).isEqualTo(State.UP);
        List<Long> processes = processes("n1");
        assertThat(processes).hasSizeGreaterThan(1);
        restarts().kill(n1);
        assertThat(found().state(n1)).isEqualTo(State.DOWN);
        for (long pid : processes) {
            assertThat(ProcessState.of(pid).dead()).isTrue();
        }
        restarts().start(n1);
        restarts().stop(n1);
        assertThat(found().state(n1)).isEqualTo(State.DOWN);
    }

    @Test
    void a_paused_node_holds_still_with_its_children_and_goes_on_when_its_time_is_over() throws Exception {
        Node n1 = found().node("n1");
        restarts().start(n1);
        pauses().pause(n1, Duration.ofMillis(1500));
        assertThat(PollDeadline.in(LIMIT).await(() -> found().state(n1) == State.UP))
                .isTrue();
        assertThat(processes("n1"))
                .allSatisfy(pid -> assertThat(ProcessState.of(pid)).isEqualTo(ProcessState.ALIVE));
    }

    /** Covers an old error: a child that ended meanwhile failed the pause, and so did one that was forked or had not been waited for. */
    @Test
    void a_node_that_forks_all_the_time_holds_still() throws Exception {
        Files.writeString(inventory, text().replace("sleep 999 & wait", "while :; do sleep 0.05 & sleep 0.01; done"));
        Node n1 = paused();
        pauses().resume(n1);
        assertThat(found().state(n1)).isEqualTo(State.UP);
    }

    @Test
    void a_child_that_has_ended_does_not_keep_a_node_from_holding_still() {
        assertThat(RemoteProcesses.still(List.of("T", "Z", "T"))).isTrue();
        assertThat(RemoteProcesses.still(List.of("T", "Z", "S"))).isFalse();
        assertThat(RemoteProcesses.still(List.of("Z"))).isFalse();
    }

    @Test
    void resume_ends_the_timer_so_that_a_later_pause_lasts() throws Exception {
        Node n1 = paused();
        pauses().resume(n1);
        pauses().resume(n1);
        assertThat(found().state(n1)).isEqualTo(State.UP);
        assertThat(PollDeadline.in(LIMIT).await(() -> timers() == 0)).isTrue();
    }

    @Test
    void commands_go_to_the_host_through_sudo_and_one_shared_connection() throws Exception {
        found().state(found().node("n2"));
        assertThat(Files.readString(folder.resolve("calls")).lines().findFirst().orElseThrow())
                .startsWith("-o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout=10 ")
                .contains(" -o ControlMaster=auto -o ControlPersist=60 -o ControlPath=")
                .endsWith(" -p 2222 -i " + folder + "/lab tester@127.0.0.2 -- sudo -n cat " + folder + "/n2.pid");
    }

    /** Covers an old error: ssh took the second word of a path with a blank for another argument, and no host could be entered. */
    @Test
    void the_folder_of_kept_connections_may_have_blanks() throws Exception {
        SshClient client = SshClient.of(ssh.toString(), SshClient.SshLogin.USUAL, Path.of("/100% a b"));
        client.run(found().node("n2"), List.of("true"), LIMIT).orThrow();
        assertThat(Files.readString(folder.resolve("calls"))).contains(" -o ControlPath=\"/100%% a b/%C\" ");
    }

    /** Covers an old error: letters were counted, not bytes, and ssh ends with an error where the name of a socket is too long. */
    @Test
    void connections_are_kept_where_their_sockets_have_short_names_in_bytes() {
        assertThat(SshClient.fits("/" + "a".repeat(45))).isTrue();
        assertThat(SshClient.fits("/" + "a".repeat(46))).isFalse();
        assertThat(SshClient.fits("/" + "\u00e4".repeat(30))).isFalse();
    }

    @Test
    void a_host_that_cannot_be_entered_is_no_node_that_is_down() throws Exception {
        Files.writeString(folder.resolve("127.0.0.2.gone"), "");
        assertThatThrownBy(() -> found().state(found().node("n2")))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "n2 (127.0.0.2) cannot be entered by ssh: ssh: connect to host 127.0.0.2 port 22: No route to host");
        Files.delete(folder.resolve("127.0.0.2.gone"));
    }

    /** Covers an old error: sudo refuses by the exit code of a pgrep that found nothing, so a node that ran passed for killed. */
    @Test
    void a_host_whose_sudo_refuses_has_no_node_that_is_down() throws Exception {
        Path sudo = folder.resolve("bin/sudo");
        String usual = Files.readString(sudo);
        Files.writeString(sudo, "#!/bin/sh\necho 'sudo: a password is required' >&2\nexit 1\n");
        assertThatThrownBy(() -> found().state(found().node("n1")))
                .isInstanceOf(IOException.class)
                .hasMessage("n1 (127.0.0.1) does not let us use sudo -n: sudo: a password is required");
        Files.writeString(sudo, usual);
        assertThat(found().state(found().node("n1"))).isEqualTo(State.DOWN);
    }

    @Test
    void nothing_is_started_before_a_run() {
        assertThatThrownBy(() -> provider().cluster(options(), line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("n1 (127.0.0.1:")
                .hasMessageEndingWith("is DOWN; start it first: nodes on others' hosts are not started before a run");
    }

    @Test
    void links_are_cut_on_the_receivers_host() throws Exception {
        Links links = (Links) found();
        Link link = new Link("n2", "n1");
        links.disturb(link, new Impairment.Cut(), LIMIT);
        assertThat(folder.resolve("127.0.0.1.kernel/squall_n2_to_n1"))
                .content()
                .contains("matched { 127.0.0.2 timeout 60s }");
        assertThat(links.impairment(link)).contains(new Impairment.Cut());
        assertThat(links.probe(link.reversed(), LIMIT)).isEmpty();
        links.restoreLink(link);
        assertThat(links.impairment(link)).isEmpty();
        assertThat(links.probe(link, LIMIT)).contains(Duration.ofMillis(4));
        assertThat(links.probe(new Link(Links.CLIENTS, "n1"), LIMIT)).isPresent();
    }

    @Test
    void the_primary_is_who_says_so() throws Exception {
        assertThat(((Cluster.HasPrimary) found()).primary()).isEmpty();
        Files.writeString(folder.resolve("n2.leads"), "");
        assertThat(((Cluster.HasPrimary) found()).primary().map(Node::name)).contains("n2");
    }

    @Test
    void an_unknown_key_is_told_with_line_and_nearest_name() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(wrong, text().replace("    zone: b", "    zonne: b"));
        assertThatThrownBy(() -> SshProvider.InventoryReader.read(wrong, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(wrong + ":19: nodes[1]: unknown key 'zonne'; did you mean 'zone'?");
    }

    @Test
    void a_file_of_known_hosts_that_is_not_there_is_told_with_its_line() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(wrong, text().replace("port: 2222", "port: 2222, knownHosts: no/such"));
        assertThatThrownBy(() -> SshProvider.InventoryReader.read(wrong, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(wrong + ":4: ssh.knownHosts must be a file that can be read (" + folder
                        + "/no/such cannot), not 'no/such'");
    }

    /** Covers an old error: only ssh noticed it, at the first node. */
    @Test
    void a_private_key_that_is_not_there_is_told_with_its_line() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(wrong, text().replace("identity: lab", "identity: no/such"));
        assertThatThrownBy(() -> SshProvider.InventoryReader.read(wrong, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(wrong + ":4: ssh.identity must be a file that can be read (" + folder
                        + "/no/such cannot), not 'no/such'");
    }

    @Test
    void a_host_that_ssh_would_take_for_an_option_is_refused() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(wrong, text().replace("host: 127.0.0.2", "host: -oProxyCommand=x"));
        assertThatThrownBy(() -> SshProvider.InventoryReader.read(wrong, Map.of()))
                .hasMessageEndingWith("nodes[1].host must be a name or an address, not '-oProxyCommand=x'");
    }

    @Test
    void the_option_and_its_file_are_checked_without_asking_a_host() throws Exception {
        assertThatThrownBy(() -> provider().outline(new Options("--cluster ssh", Map.of("inventry", "x"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("did you mean 'inventory'?");
        String missing = folder.resolve("missing.yaml").toString();
        assertThatThrownBy(() -> provider().outline(new Options("--cluster ssh", Map.of("inventory", missing))))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(missing);
        assertThat(provider().outline(options())).isEmpty();
        assertThat(folder.resolve("calls")).doesNotExist();
    }

    private Node paused() throws Exception {
        Node n1 = found().node("n1");
        restarts().start(n1);
        pauses().pause(n1, Duration.ofMinutes(10));
        assertThat(found().state(n1)).isEqualTo(State.PAUSED);
        assertThat(timers()).isEqualTo(1);
        return n1;
    }

    private Cluster found() throws IOException {
        return provider().find(options());
    }

    private SshProvider provider() {
        return new SshProvider(ssh.toString(), Optional.of(Path.of("/tmp")));
    }

    private Options options() {
        return new Options("--cluster ssh", Map.of("inventory", inventory.toString()));
    }

    private Cluster.Restarts restarts() throws IOException {
        return (Cluster.Restarts) found();
    }

    private Cluster.Pauses pauses() throws IOException {
        return (Cluster.Pauses) found();
    }

    private List<Long> processes(String node) throws IOException {
        long root =
                Long.parseLong(Files.readString(folder.resolve(node + ".pid")).strip());
        List<Long> all = new ArrayList<>(List.of(root));
        ProcessHandle.of(root).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)
                .forEach(all::add);
        return all;
    }

    /** Counts the timers of this test, which have its process numbers as arguments. */
    private long timers() throws IOException {
        String root = Files.readString(folder.resolve("n1.pid")).strip();
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("squall-timer") && line.contains(" " + root + "="))
                .count();
    }

    private String text() {
        return """
                name: lab
                url: jdbc:postgresql://{hosts}/db
                links: true
                ssh: {user: tester, port: 2222, identity: lab, sudo: true}
                commands:
                  start: [sh, -c, "sh -c 'sleep 999 & wait' >/dev/null 2>&1 & echo $! >%3$s/{name}.pid"]
                  stop: [sh, -c, "pkill -P $(cat %3$s/{name}.pid); rm -f %3$s/{name}.pid"]
                  pids: [cat, "%3$s/{name}.pid"]
                  primary: [test, -f, "%3$s/{name}.leads"]
                nodes:
                  - name: n1
                    host: 127.0.0.1
                    port: %1$d
                    zone: a
                    region: eu
                  - name: n2
                    host: 127.0.0.2
                    port: %2$d
                    zone: b
                    region: eu
                """.formatted(servers.get(0).port(), servers.get(1).port(), folder);
    }
}
