package squall.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;

/**
 * Tests that a cluster of real nodes passes whatever they run on: n1 is the primary of PostgreSQL, n2 and n3 are its streaming standbys.
 * Each leaves them as they were.
 */
public abstract class RealNodes {
    protected static final Duration LIMIT = Duration.ofSeconds(60);
    protected static final Duration SHORT = Duration.ofSeconds(1);

    protected abstract Cluster cluster() throws IOException;

    /** Returns the class of a program, and its arguments, that runs {@link #pauseAndWait}. */
    protected abstract List<String> pausing();

    /** Verifies the exit code of a node that is down, where it is known. */
    protected void verifyExitCode(Node node, int expected) throws IOException, InterruptedException {}

    /** Pauses n2 for some seconds and waits to be killed. */
    protected static void pauseAndWait(Cluster cluster) throws IOException, InterruptedException {
        ((Cluster.Pauses) cluster).pause(cluster.node("n2"), Duration.ofSeconds(4));
        System.out.println("paused");
        System.out.flush();
        Thread.sleep(Duration.ofHours(1));
    }

    @Test
    protected void a_killed_node_is_down_with_all_its_processes_until_it_is_started() throws Exception {
        Node n2 = cluster().node("n2");
        restarts().kill(n2);
        assertThat(cluster().state(n2)).isEqualTo(State.DOWN);
        verifyExitCode(n2, 137);
        restarts().start(n2);
        assertThat(cluster().state(n2)).isEqualTo(State.UP);
    }

    @Test
    protected void a_stopped_node_ends_by_itself_and_is_started_again() throws Exception {
        Node n2 = cluster().node("n2");
        restarts().stop(n2);
        assertThat(cluster().state(n2)).isEqualTo(State.DOWN);
        verifyExitCode(n2, 0);
        restarts().start(n2);
        assertThat(cluster().state(n2)).isEqualTo(State.UP);
    }

    @Test
    protected void a_paused_node_goes_on_by_itself_and_by_resume() throws Exception {
        Node n2 = cluster().node("n2");
        pauses().pause(n2, Duration.ofSeconds(2));
        assertThat(cluster().state(n2)).isEqualTo(State.PAUSED);
        awaitUp(n2);
        pauses().pause(n2, Duration.ofMinutes(10));
        assertThat(cluster().state(n2)).isEqualTo(State.PAUSED);
        pauses().resume(n2);
        assertThat(cluster().state(n2)).isEqualTo(State.UP);
    }

    @Test
    protected void a_pause_ends_in_time_though_squall_was_killed_in_it() throws Exception {
        Stream<String> java = Stream.of(
                ProcessHandle.current().info().command().orElseThrow(), "-cp", System.getProperty("java.class.path"));
        Process squall = new ProcessBuilder(
                        Stream.concat(java, pausing().stream()).toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = squall.inputReader()) {
            assertThat(said.readLine()).isEqualTo("paused");
        } finally {
            squall.destroyForcibly().waitFor();
        }
        Node n2 = cluster().node("n2");
        assertThat(cluster().state(n2)).isEqualTo(State.PAUSED);
        awaitUp(n2);
    }

    @Test
    protected void the_kernel_ends_a_cut_by_itself() throws Exception {
        Link link = new Link("n3", "n1");
        Duration length = Duration.ofSeconds(6);
        while (!isSeenCut(link, length)) { // a busy machine looked when it was over
            links().restoreLink(link);
            length = length.multipliedBy(2);
        }
        assertThat(PollDeadline.in(LIMIT).await(() -> links().probe(link, LIMIT).isPresent()))
                .isTrue();
        assertThat(links().impairment(link)).isEmpty();
        links().restoreLink(link);
    }

    /** Cuts a link for a while. @return false if it was over before it could be seen */
    private boolean isSeenCut(Link link, Duration length) throws Exception {
        long beganNs = System.nanoTime();
        links().disturb(link, new Impairment.Cut(), length);
        boolean cut = links().probe(link, SHORT).isEmpty();
        assertThat(cut || System.nanoTime() - beganNs > length.toNanos()).isTrue();
        return cut;
    }

    @Test
    protected void clients_connections_are_reset_and_their_link_is_cut() throws Exception {
        Node n2 = cluster().node("n2");
        Link link = new Link(Links.CLIENTS, n2.name());
        String url = "jdbc:postgresql://" + n2.host() + ":" + n2.port() + "/postgres";
        try (var connection = DriverManager.getConnection(url, "postgres", "");
                var statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            links().disturb(link, new Impairment.Reset(), LIMIT);
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
            assertThat(links().impairment(link)).contains(new Impairment.Reset());
            assertThat(links().probe(link, SHORT)).isEmpty();
        }
        links().disturb(link, new Impairment.Cut(), LIMIT);
        assertThat(links().impairment(link)).contains(new Impairment.Cut());
        assertThat(links().probe(link, SHORT)).isEmpty();
        links().restoreLink(link);
        assertThat(links().probe(link, LIMIT)).isPresent();
    }

    @Test
    protected void a_lossy_link_drops_some_packets_and_lets_others_pass() throws Exception {
        Link link = new Link("n2", "n3");
        links().disturb(link, new Impairment.Loss(0.3), LIMIT);
        assertThat(links().impairment(link)).contains(new Impairment.Loss(0.3));
        assertThat(PollDeadline.in(LIMIT)
                        .await(() -> links().probe(link, LIMIT).isPresent()
                                && links().affectedPackets(link).orElse(0) > 0))
                .isTrue();
        links().restoreLink(link);
        assertThat(links().impairment(link)).isEmpty();
    }

    private void awaitUp(Node node) throws IOException, InterruptedException {
        assertThat(PollDeadline.in(LIMIT).await(() -> cluster().state(node) == State.UP))
                .isTrue();
    }

    protected final Cluster.Restarts restarts() throws IOException {
        return (Cluster.Restarts) cluster();
    }

    protected final Links links() throws IOException {
        return (Links) cluster();
    }

    private Cluster.Pauses pauses() throws IOException {
        return (Cluster.Pauses) cluster();
    }
}
