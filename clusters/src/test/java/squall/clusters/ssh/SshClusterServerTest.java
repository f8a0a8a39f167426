package squall.clusters.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.clusters.RealNodes;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.system.FolderLock;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Test of three hosts with a real sshd, a PostgreSQL primary and two streaming standbys, entered by an ordinary account that may use sudo.
 * Hosts are network namespaces of this machine. Each test leaves them as they were.
 */
@Tag("server")
@Tag("extended")
class SshClusterServerTest extends RealNodes {
    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "ssh", "lab").toAbsolutePath();
    private static final Path FOLDER = Path.of("/var/tmp/squall-ssh");

    /** So the script says that there can't be such hosts here. */
    private static final int NOT_HERE = 5;

    private static Optional<FolderLock.Held> turn = Optional.empty();

    @BeforeAll
    static void three_hosts() throws Exception {
        if (System.getProperty("user.name").equals("root")) { // only root can make them
            turn = Optional.of(new FolderLock(Path.of(FOLDER + ".lock"), LIMIT.multipliedBy(10)).take());
        }
        lab("down"); // of an earlier test that was killed
        Finished up = lab("up");
        if (up.exitCode() == NOT_HERE) {
            System.err.println("NOT TESTED HERE: SshClusterServerTest on hosts with a real sshd; " + up.messages());
        }
        assumeTrue(up.exitCode() != NOT_HERE, up.messages());
        up.orThrow();
        Files.writeString(
                inventory("lab"),
                text("{user: squall-ssh, identity: " + FOLDER + "/id, knownHosts: known_hosts, sudo: true}"));
    }

    @AfterAll
    static void remove_the_hosts() throws Exception {
        lab("down").orThrow();
        if (turn.isPresent()) {
            turn.get().close();
        }
    }

    @Test
    void hosts_serve_and_tell_the_primary() throws Exception {
        Cluster cluster = provider().cluster(options("lab"), line -> {});
        assertThat(cluster.nodes())
                .allSatisfy(node -> assertThat(cluster.state(node)).isEqualTo(State.UP));
        assertThat(((Cluster.HasPrimary) cluster).primary().map(Node::name)).contains("n1");
    }

    /** Process that pauses n2 for a few seconds, and waits to be killed. */
    static final class HangingProcess {
        private HangingProcess() {}

        public static void main(String[] none) throws Exception {
            pauseAndWait(provider().find(options("lab")));
        }
    }

    @Test
    void a_power_cut_loses_what_was_not_synced_and_the_node_comes_back() throws Exception {
        Node n3 = cluster().node("n3");
        PowerCuts power = (PowerCuts) cluster();
        assertThat(power.stopDisks(List.of(n3), "mark")).isEqualTo(Duration.ZERO);
        assertThat(power.diskStopped(n3)).isTrue();
        assertThat(power.diskStopped(cluster().node("n2"))).isFalse();
        restarts().kill(n3);
        power.restoreDisk(n3);
        assertThat(power.diskStopped(n3)).isFalse();
        assertThat(power.markFiles(n3, "mark")).isEqualTo(new PowerCuts.MarkFiles(true, false));
        power.clearMark(n3, "mark");
        assertThat(power.markFiles(n3, "mark")).isEqualTo(new PowerCuts.MarkFiles(false, false));
        restarts().start(n3);
        assertThat(cluster().state(n3)).isEqualTo(State.UP);
    }

    @Test
    void a_disk_that_is_another_ones_is_left_alone() throws Exception {
        String n1 = device("n1");
        Files.writeString(inventory("wrong"), Files.readString(inventory("lab")).replace(device("n3"), n1));
        assertThatThrownBy(() -> provider().cluster(options("wrong"), line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "at " + FOLDER + "/home/n3 is " + device("n3") + ", not " + n1 + ": it is left alone");
    }

    @Test
    void without_a_disk_in_the_inventory_no_power_is_cut() throws Exception {
        String lab = Files.readString(inventory("lab"));
        Files.writeString(inventory("diskless"), lab.replaceAll(", disk: \\{[^}]*}", ""));
        assertThat(provider().find(options("diskless")).unavailable(PowerCuts.class))
                .contains("the inventory names no disk of n1 whose power may be cut");
        assertThat(cluster().unavailable(PowerCuts.class)).isEmpty();
    }

    @Test
    void a_link_is_cut_in_one_direction_and_mended() throws Exception {
        Link link = new Link("n1", "n2");
        assertThat(links().links()).hasSize(12);
        assertThat(links().probe(link, LIMIT)).isPresent();
        links().disturb(link, new Impairment.Cut(), LIMIT);
        assertThat(links().impairment(link)).contains(new Impairment.Cut());
        assertThat(links().impairment(link.reversed())).isEmpty();
        assertThat(links().probe(link, SHORT)).isEmpty();
        assertThat(links().affectedPackets(link).orElse(0)).isPositive();
        assertThat(links().probe(new Link("n1", "n3"), LIMIT)).isPresent();
        links().restoreLink(link);
        assertThat(links().impairment(link)).isEmpty();
        assertThat(links().probe(link, LIMIT)).isPresent();
    }

    @Test
    void a_config_of_its_own_says_how_hosts_are_entered() throws Exception {
        Files.writeString(inventory("config"), text("{config: ssh_config, sudo: true}"));
        Cluster cluster = provider().find(options("config"));
        assertThat(cluster.state(cluster.node("n1"))).isEqualTo(State.UP);
    }

    @Test
    void a_host_that_the_known_hosts_do_not_name_is_not_entered() throws Exception {
        Files.writeString(FOLDER.resolve("no_known_hosts"), "");
        Files.writeString(
                inventory("strangers"),
                text("{user: squall-ssh, identity: " + FOLDER + "/id, knownHosts: no_known_hosts, sudo: true}"));
        // Connections that are kept are of hosts that were known: this one looks in a folder of its own.
        SshProvider provider = new SshProvider("ssh", Optional.of(FOLDER.resolve("none")));
        Cluster cluster = provider.find(options("strangers"));
        assertThatThrownBy(() -> cluster.state(cluster.node("n1")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("n1 (10.215.0.11) cannot be entered by ssh: ")
                .hasMessageContaining("Host key verification failed.");
    }

    private static Finished lab(String what) throws IOException, InterruptedException {
        return new ExternalProgram(List.of(SCRIPT.toString(), what, FOLDER.toString()), Path.of("/"), LIMIT).run();
    }

    private static String text(String ssh) throws IOException {
        return """
                name: lab
                url: jdbc:postgresql://{hosts}/postgres
                user: postgres
                links: true
                ssh: %1$s
                commands:
                  start: [runuser, -u, squall-ssh, --, %2$s/postgres/pg_ctl, -D, "%2$s/home/{name}/data", -w, -l, "%2$s/home/{name}.log", start]
                  stop: [runuser, -u, squall-ssh, --, %2$s/postgres/pg_ctl, -D, "%2$s/home/{name}/data", -m, fast, -w, stop]
                  pids: [pgrep, -f, "[p]ostgres -D %2$s/home/{name}/data"]
                  primary: [test, "!", -e, "%2$s/home/{name}/data/standby.signal"]
                nodes:
                  - {name: n1, host: 10.215.0.11, port: 5432, zone: a, region: eu, disk: {device: %3$s, mount: %2$s/home/n1}}
                  - {name: n2, host: 10.215.0.12, port: 5432, zone: b, region: eu, disk: {device: %4$s, mount: %2$s/home/n2}}
                  - {name: n3, host: 10.215.0.13, port: 5432, zone: c, region: eu, disk: {device: %5$s, mount: %2$s/home/n3}}
                """.formatted(ssh, FOLDER, device("n1"), device("n2"), device("n3"));
    }

    private static String device(String node) throws IOException {
        return Files.readString(FOLDER.resolve(node + ".device")).strip();
    }

    private static Path inventory(String name) {
        return FOLDER.resolve(name + ".yaml");
    }

    private static Options options(String inventory) {
        return new Options(
                "--cluster ssh", Map.of("inventory", inventory(inventory).toString()));
    }

    private static SshProvider provider() {
        return new SshProvider("ssh", Optional.of(FOLDER.resolve("kept")));
    }

    @Override
    protected Cluster cluster() throws IOException {
        return provider().find(options("lab"));
    }

    @Override
    protected List<String> pausing() {
        return List.of(HangingProcess.class.getName());
    }
}
