package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.ClusterLog;
import squall.spi.StoredFiles;
import squall.spi.Target;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.PowerCutCluster;
import squall.testbed.host.LoopDisk;

/** The embedded server as a cluster of one node, so that faults can be injected into it. Threads and processes: as for {@link EmbeddedPostgres}. */
final class PostgresCluster
        implements PowerCutCluster, Cluster.Restarts, Cluster.Pauses, Cluster.Local, StoredFiles, ClusterLog {
    static final String NODE = "n1";

    private final EmbeddedPostgres server;

    PostgresCluster(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Returns the node at this port. */
    static Node node(int port) {
        return new Node(NODE, ClusterNote.Member.HOST, port, "zone1", ClusterNote.Member.REGION);
    }

    @Override
    public Target target() throws IOException {
        return server.target();
    }

    @Override
    public List<Node> nodes() throws IOException {
        return List.of(node(server.port()));
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        return capability == PowerCuts.class ? withoutDisks() : PowerCutCluster.super.unavailable(capability);
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return known(node).state();
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        known(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        known(node).stop();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        known(node).up();
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        known(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        known(node).resume();
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        return known(node).state() == State.DOWN ? List.of() : server.tree().pids();
    }

    @Override
    public Path data(Node node) throws IOException {
        return known(node).data();
    }

    @Override
    public Optional<LoopDisk> disk(Node node) throws IOException {
        return known(node).disk();
    }

    @Override
    public List<FileKind> fileKinds() {
        return PostgresFiles.KINDS;
    }

    @Override
    public DataFiles files(Node node) throws IOException {
        return known(node).files();
    }

    /** {@inheritDoc} Its log is kept for the present start and the one before. */
    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException {
        return server.logEvents().between(from, to);
    }

    /** {@inheritDoc} Nothing starts a server that was killed. */
    @Override
    public String detection() {
        return "";
    }

    private EmbeddedPostgres known(Node node) throws IOException {
        node(node.name()); // refuses others
        return server;
    }
}
