package squall.testbed.galera;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.Inserts;

/** Real servers for a test class, in a state folder of their own that an unprivileged user may enter. */
record GaleraBed(Path folder, Map<String, String> options) {
    static final Duration SOON = Duration.ofMinutes(3);

    static GaleraBed of(Map<String, String> options) {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-test-galera-" + System.nanoTime());
        return new GaleraBed(folder, options);
    }

    /** Says why not, once for each class. */
    static boolean installed(Class<?> test) {
        try {
            GaleraPrograms.here();
            return true;
        } catch (IOException e) {
            System.err.println("SKIPPED: " + test.getSimpleName() + ": " + e.getMessage());
            return false;
        }
    }

    GaleraCluster cluster() throws IOException {
        return new GaleraCluster(StateFolder.at(folder), "kept");
    }

    void up() throws IOException, InterruptedException {
        cluster().up(new Options("galera", options), line -> {});
    }

    void remove() throws IOException, InterruptedException {
        assertThat(cluster().reset()).isTrue();
        FileTrees.delete(folder);
    }

    Node node(String name) throws IOException {
        return cluster().node(name);
    }

    void await(Node node, State wanted) throws IOException, InterruptedException {
        assertThat(PollDeadline.in(SOON).await(() -> cluster().state(node) == wanted))
                .as(node.name() + " is " + cluster().state(node) + ", not " + wanted)
                .isTrue();
    }

    Connection connect(Node node) throws SQLException, IOException {
        var target = cluster().target();
        return DriverManager.getConnection(
                "jdbc:mariadb://" + node.host() + ":" + node.port()
                        + "/squall?connectTimeout=2000&socketTimeout=20000&sessionVariables=wsrep_sync_wait=1",
                target.user(),
                target.password());
    }

    void execute(Node node, String... statements) throws SQLException, IOException {
        try (var connection = connect(node);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    Set<Long> present(Node node) throws SQLException, IOException {
        var ids = new TreeSet<Long>();
        try (var connection = connect(node);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT id FROM acknowledged")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    /** Inserts rows at one node while a step is performed. @param acknowledged takes the rows that were */
    void writing(String node, Set<Long> acknowledged, Inserts.Step step) throws Exception {
        var enough = new AtomicBoolean();
        try (var threads = Executors.newSingleThreadExecutor()) {
            var writer = threads.submit(() -> {
                write(node(node), acknowledged, enough);
                return true;
            });
            try {
                step.perform();
            } finally {
                enough.set(true);
            }
            assertThat(writer.get()).isTrue();
        }
    }

    /** Inserts rows until told that it is enough, or until the node refuses. */
    private void write(Node node, Set<Long> acknowledged, AtomicBoolean enough) throws IOException {
        long id =
                acknowledged.stream().mapToLong(Long::longValue).max().orElse(0) + 1; // one may be there unacknowledged
        try (var connection = connect(node);
                var statement = connection.createStatement()) {
            while (!enough.get()) {
                statement.execute("INSERT INTO acknowledged VALUES (" + ++id + ")");
                acknowledged.add(id);
            }
        } catch (SQLException e) {
            return; // refused or unknown: not acknowledged
        }
    }
}
