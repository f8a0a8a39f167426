package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.ha.ReplicatedCluster.HaStatus;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** Real servers in real namespaces, where this machine can have them. */
@Tag("server")
@Tag("extended")
class HaNamespacesTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("java.io.tmpdir"), "squall-test-net-" + System.nanoTime());
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration A_MOMENT = Duration.ofMillis(700);

    @BeforeAll
    static void up() throws Exception {
        Optional<String> refusal = NetworkNamespaces.refusal();
        refusal.ifPresent(why -> System.err.println("SKIPPED: postgres-ha in namespaces: " + why));
        Assumptions.assumeTrue(refusal.isEmpty(), () -> refusal.orElse(""));
        cluster().up(HaCluster.Linking.NAMESPACES, line -> {});
    }

    @AfterAll
    static void nothing_is_left() throws Exception {
        Optional<Subnet> subnet = Subnet.read(NetworkNamespaces.file(FOLDER.resolve("postgres-ha/net")));
        cluster().reset();
        if (subnet.isPresent()) {
            String ours = "sq" + subnet.get().id();
            assertThat(NetworkInterface.networkInterfaces().map(NetworkInterface::getName))
                    .noneMatch(name -> name.startsWith(ours));
            try (Stream<Path> namespaces = Files.list(Path.of("/run/netns"))) {
                assertThat(namespaces.map(path -> path.getFileName().toString()))
                        .noneMatch(name -> name.startsWith(ours));
            }
        }
        FileTrees.delete(FOLDER);
    }

    @Test
    void a_node_that_is_cut_off_is_well_again_by_the_kernels_own_time() throws Exception {
        Link there = new Link(Links.CLIENTS, standby().name());
        cut(there, LONG);
        assertThat(cluster().probe(there, A_MOMENT)).isEmpty();
        assertThat(cluster().impairment(there)).contains(new Impairment.Cut());
        assertThat(cluster().affectedPackets(there).orElse(0)).isPositive();
        cut(there, Duration.ofSeconds(1)); // in place of the other
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster().probe(there, A_MOMENT).isPresent()))
                .isTrue();
        assertThat(cluster().impairment(there)).isEmpty();
        assertThat(cluster().impairment(there.reversed())).isEmpty();
    }

    @Test
    void two_nodes_can_be_parted_while_all_else_is_heard() throws Exception {
        Link parted = new Link(standby().name(), primary().name());
        cluster().disturb(parted, new Impairment.Cut(), LONG);
        assertThat(cluster().probe(parted, A_MOMENT)).isEmpty();
        assertThat(cluster().probe(new Link(Links.CLIENTS, parted.from()), SOON))
                .isPresent();
        execute("SELECT 1");
        cluster().restoreLink(parted);
        assertThat(cluster().probe(parted, SOON)).isPresent();
    }

    @Test
    void lost_packets_are_counted_until_the_link_is_mended() throws Exception {
        Link lossy = new Link(primary().name(), Links.CLIENTS);
        cluster().disturb(lossy, new Impairment.Loss(0.5), LONG);
        assertThat(cluster().impairment(lossy)).contains(new Impairment.Loss(0.5));
        assertThat(PollDeadline.in(SOON).await(() -> {
                    cluster().probe(lossy, A_MOMENT);
                    return cluster().affectedPackets(lossy).orElse(0) > 0;
                }))
                .isTrue();
        cluster().restoreLink(lossy);
        assertThat(cluster().impairment(lossy)).isEmpty();
        assertThat(cluster().affectedPackets(lossy)).isEmpty();
    }

    @Test
    void who_resets_refuses_at_once() throws Exception {
        Link refused = new Link(Links.CLIENTS, primary().name());
        cluster().disturb(refused, new Impairment.Reset(), LONG);
        assertThatThrownBy(() -> execute("SELECT 1")).isInstanceOf(SQLException.class);
        cluster().restoreLink(refused);
        execute("SELECT 1");
    }

    @Test
    void a_throttle_holds_back_until_its_timer_ends_it() throws Exception {
        Link narrow = new Link(primary().name(), Links.CLIENTS);
        cluster().disturb(narrow, new Impairment.Throttle(100_000), LONG);
        assertThat(cluster().impairment(narrow)).contains(new Impairment.Throttle(100_000));
        long beganNs = System.nanoTime();
        execute("SELECT repeat('x', 250000)");
        assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isGreaterThan(Duration.ofSeconds(1));
        assertThat(cluster().affectedPackets(narrow).orElse(0)).isPositive();
        cluster().disturb(narrow, new Impairment.Throttle(200_000), Duration.ofSeconds(1));
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster().impairment(narrow).isEmpty()))
                .isTrue();
        cluster().restoreLink(narrow);
    }

    /** Its own queue is not touched, and what removes it is told. */
    @Test
    void a_queue_of_another_program_is_told() throws Exception {
        Link slowed = new Link(standby().name(), primary().name());
        assertThat(cluster().foreignImpairment(slowed)).isEmpty();
        Subnet subnet = Subnet.read(NetworkNamespaces.file(FOLDER.resolve("postgres-ha/net")))
                .orElseThrow();
        run(List.of(("ip netns exec sq" + subnet.id() + slowed.from() + " tc qdisc add dev " + slowed.to()
                        + " root tbf rate 1mbit burst 32kbit latency 50ms")
                .split(" ")));
        String told = cluster().foreignImpairment(slowed).orElseThrow();
        assertThat(told).startsWith("the queue 'tbf' of another program; remove it with '");
        assertThat(cluster().foreignImpairment(slowed.reversed())).isEmpty();
        String remedy = "remove it with '";
        run(List.of(told.substring(told.indexOf(remedy) + remedy.length(), told.length() - 1)
                .split(" ")));
        assertThat(cluster().foreignImpairment(slowed)).isEmpty();
        cluster().disturb(slowed, new Impairment.Throttle(100_000), LONG);
        assertThat(cluster().foreignImpairment(slowed)).as("Squall's own").isEmpty();
        cluster().restoreLink(slowed);
    }

    private static void run(List<String> command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void a_primary_that_no_standby_hears_loses_its_place_and_comes_back_as_a_standby() throws Exception {
        Node old = primary();
        for (Node other : cluster().nodes()) {
            if (!other.equals(old)) {
                cut(new Link(old.name(), other.name()), LONG);
            }
        }
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster()
                                .primary()
                                .filter(now -> !now.equals(old))
                                .isPresent()))
                .as(log())
                .isTrue();
        assertThat(log()).contains("no standby can reach it any more", "fenced " + old.name());
        for (Link link : cluster().links()) {
            cluster().restoreLink(link);
        }
        assertThat(PollDeadline.in(SOON).await(() -> streaming() == 1))
                .as(log())
                .isTrue();
        cluster().start(old);
        assertThat(cluster().status()).extracting(HaStatus::state).containsExactly(State.UP, State.UP, State.UP);
        assertThat(primary()).isNotEqualTo(old);
    }

    private static void cut(Link link, Duration time) throws IOException, InterruptedException {
        cluster().disturb(link, new Impairment.Cut(), time);
        cluster().disturb(link.reversed(), new Impairment.Cut(), time);
    }

    private long streaming() throws IOException, InterruptedException {
        return cluster().status().stream()
                .filter(status -> status.replication().startsWith("streaming"))
                .count();
    }

    private static HaCluster cluster() throws IOException {
        return new HaCluster(StateFolder.at(FOLDER), "net");
    }

    private static Node primary() throws IOException, InterruptedException {
        return cluster().primary().orElseThrow();
    }

    private static Node standby() throws IOException, InterruptedException {
        Node primary = primary();
        List<Node> nodes = cluster().nodes();
        return nodes.stream().filter(node -> !node.equals(primary)).findFirst().orElseThrow();
    }

    private static void execute(String sql) throws SQLException, IOException {
        var target = cluster().target();
        try (var connection = DriverManager.getConnection(
                        target.url() + "&connectTimeout=5&socketTimeout=60&hostRecheckSeconds=1",
                        target.user(),
                        target.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String log() throws IOException {
        return Files.readString(cluster().supervisorLog());
    }
}
