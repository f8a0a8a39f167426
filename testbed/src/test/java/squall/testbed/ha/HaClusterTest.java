package squall.testbed.ha;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.spi.StoredFiles.FileKind;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.Inserts;
import squall.testbed.ha.ReplicatedCluster.HaStatus;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.PostgresBinaries.Platform;

@Tag("server")
@Tag("extended")
class HaClusterTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("java.io.tmpdir"), "squall-test-ha-" + System.nanoTime());
    private static final Duration SOON = Duration.ofMinutes(2);

    private HaCluster cluster;

    @BeforeEach
    void up() throws Exception {
        cluster = new HaCluster(StateFolder.at(FOLDER), "ha");
        cluster.up(HaCluster.Linking.AS_BEFORE, line -> {});
    }

    @AfterAll
    static void remove() throws Exception {
        new HaCluster(StateFolder.at(FOLDER), "ha").reset();
        FileTrees.delete(FOLDER);
    }

    @Test
    void both_standbys_stream_and_count() throws Exception {
        assertBothStandbysStreamAndCount();
    }

    private void assertBothStandbysStreamAndCount() throws Exception {
        assertThat(cluster.status()).extracting(HaStatus::state).containsExactly(State.UP, State.UP, State.UP);
        assertThat(cluster.status())
                .extracting(status -> status.role() + " " + status.replication())
                .containsExactlyInAnyOrder("primary ", "standby streaming quorum", "standby streaming quorum");
        assertThat(cluster.up(HaCluster.Linking.AS_BEFORE, line -> {})).isFalse();
    }

    /** Flushes a standby: it has a restart point only after a checkpoint of its primary, so what clients had just written was in no file. */
    @Test
    void a_flushed_standby_has_in_its_files_what_clients_have_just_written() throws Exception {
        execute("CREATE TABLE flushed AS SELECT 'row of a client ' || i AS text FROM generate_series(1, 1000) AS i");
        Node standby = standbys().getFirst();

        cluster.files(standby).flush(FileKind.DATA);
        assertThat(count(standby, "flushed")).isEqualTo("1000"); // files are those of tables that are read

        assertThat(cluster.files(standby).parts(FileKind.DATA))
                .extracting(part -> Files.readString(part.file(), ISO_8859_1))
                .anyMatch(content -> content.contains("row of a client 1000"));
        execute("DROP TABLE flushed");
    }

    /** Upgrades within a line, whose versions are compatible in both directions. A missing version is downloaded from Maven Central. */
    @Test
    void a_rolling_upgrade_under_writes_loses_nothing_and_goes_back() throws Exception {
        String from = PostgresBinaries.versions().pinned();
        String to = cluster.usualUpgrade(from).orElseThrow();
        assumeDownloaded(to);
        Inserts inserts = Inserts.into(cluster);
        Set<Long> acknowledged = inserts.during(() -> {
            for (Node node : primaryLast()) {
                cluster.upgrade(node, to);
                assertThat(cluster.version(node)).as(node.name()).isEqualTo(to);
            }
            assertThat(PollDeadline.in(SOON).await(inserts.more(50))).as(log()).isTrue();
            for (Node node : primaryLast()) {
                cluster.upgrade(node, from);
                assertThat(cluster.version(node)).as(node.name()).isEqualTo(from);
            }
            assertThat(PollDeadline.in(SOON).await(inserts.more(50))).as(log()).isTrue();
        });
        assertThat(inserts.present()).containsAll(acknowledged);
        assertBothStandbysStreamAndCount();
    }

    private List<Node> primaryLast() throws Exception {
        return Stream.concat(standbys().stream(), cluster.primary().stream()).toList();
    }

    private void assumeDownloaded(String version) throws InterruptedException {
        try {
            assertThat(cluster.refusal(version)).isEmpty();
        } catch (IOException e) {
            System.err.println("NOT TESTED HERE: an upgrade of PostgreSQL to " + version + "; " + e.getMessage());
            assumeTrue(false, e.getMessage());
        }
    }

    /** Uses a folder that stands for a published version whose server does not start. */
    @Test
    void a_version_that_does_not_start_names_the_node_and_the_former_version_comes_back() throws Exception {
        Node standby = standbys().getFirst();
        Path broken = StateFolder.at(FOLDER).binaries().resolve("postgres-17.98.0-" + Platform.here());
        FileTrees.make(broken.resolve("bin"), "rwxr-xr-x");
        FileTrees.write(broken.resolve(".complete"), "", "rw-r--r--");
        FileTrees.write(
                broken.resolve("bin").resolve("pg_ctl"), "#!/bin/sh\necho 'no such server' >&2\nexit 1\n", "rwxr-xr-x");
        assertThat(cluster.refusal("17.98")).isEmpty();
        assertThatThrownBy(() -> cluster.upgrade(standby, "17.98"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(standby.name() + " did not start: ")
                .hasMessageContaining("no such server");
        assertThat(cluster.state(standby)).isEqualTo(State.DOWN);
        assertThat(cluster.primary()).isPresent();
        cluster.upgrade(standby, PostgresBinaries.versions().pinned());
        assertThat(cluster.version(standby))
                .isEqualTo(PostgresBinaries.versions().pinned());
        assertBothStandbysStreamAndCount();
    }

    @Test
    void a_version_whose_data_differ_is_refused_before_any_node_is_touched() throws Exception {
        assertThat(cluster.refusal("16.9"))
                .contains("nodes run PostgreSQL 17.5 and can be moved to other versions 17.x, not to 16.9, whose data"
                        + " differ");
        assertThatThrownBy(() -> cluster.refusal("new"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a version of PostgreSQL looks like 17.5, not 'new'");
    }

    /** Counts logins: each costs both sides some milliseconds of processor time, and five a second took 5 % of a core. */
    @Test
    void the_supervisor_does_not_log_in_to_look() throws Exception {
        assertThat(PollDeadline.in(SOON).await(() -> !watching().isEmpty())).isTrue();
        String before = watching();
        Thread.sleep(10 * FailoverSupervisor.POLL.toMillis()); // that nothing happens can only be waited for
        assertThat(watching()).isEqualTo(before);
    }

    /** Returns since when the supervisor has been connected to the primary. */
    private String watching() throws IOException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT string_agg(backend_start::text, ' ' ORDER BY pid)"
                        + " FROM pg_stat_activity WHERE application_name = 'squall-testbed'")) {
            rows.next();
            return Objects.requireNonNullElse(rows.getString(1), "");
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Test
    void nothing_acknowledged_is_missing_after_the_primary_was_killed() throws Exception {
        Node old = cluster.primary().orElseThrow();
        Inserts inserts = Inserts.into(cluster);
        Set<Long> acknowledged = inserts.during(() -> {
            assertThat(PollDeadline.in(SOON).await(inserts.more(50))).isTrue();
            cluster.kill(old);
            assertThat(PollDeadline.in(SOON).await(() -> movedFrom(old)))
                    .as(log())
                    .isTrue();
            assertThat(PollDeadline.in(SOON).await(inserts.more(50))).as(log()).isTrue();
        });
        assertThat(inserts.present()).containsAll(acknowledged);
        assertThat(log()).contains("fenced " + old.name(), "promoted ");

        cluster.start(old);
        assertThat(cluster.status())
                .extracting(HaStatus::role)
                .containsOnlyOnce("primary")
                .doesNotContain("stale");
        assertThat(cluster.status())
                .extracting(HaStatus::replication)
                .containsExactlyInAnyOrder("", "streaming quorum", "streaming quorum");
    }

    /** Covers an old error: a standby that was not told of its new primary kept waiting for the old one, and writes for it. */
    @Test
    void a_failover_that_fails_half_way_is_completed() throws Exception {
        Node old = cluster.primary().orElseThrow();
        List<Path> obstacles = standbys().stream()
                .map(standby -> FOLDER.resolve("postgres-ha/ha")
                        .resolve(standby.name())
                        .resolve("data/postgresql.auto.conf.tmp")) // which ALTER SYSTEM writes first
                .toList();
        for (Path obstacle : obstacles) {
            Files.createDirectory(obstacle);
        }
        cluster.kill(old);
        assertThat(PollDeadline.in(SOON).await(() -> log().contains("postgresql.auto.conf.tmp")))
                .as(log())
                .isTrue();
        for (Path obstacle : obstacles) {
            Files.delete(obstacle);
        }
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster.status().stream()
                                .anyMatch(status -> status.replication().equals("streaming quorum"))))
                .as(log())
                .isTrue();
        execute("CREATE TABLE completed (id bigint)", "DROP TABLE completed");

        cluster.start(old);
        assertBothStandbysStreamAndCount();
    }

    @Test
    void a_standby_that_was_resized_streams_and_keeps_its_size() throws Exception {
        Node standby = standbys().getFirst();
        Size before = cluster.size(standby);
        Size smaller = new Size(before.memoryMb() / 2, 1);
        cluster.resize(standby, smaller);
        assertThat(cluster.size(standby)).isEqualTo(smaller);
        cluster.stop(standby);
        cluster.start(standby);
        assertThat(cluster.size(standby)).isEqualTo(smaller);
        cluster.resize(standby, before);
        assertThat(cluster.size(standby)).isEqualTo(before);
        List<Long> processes = cluster.pids(standby);
        cluster.resize(standby, before);
        assertThat(cluster.pids(standby)).startsWith(processes.getFirst());
        assertBothStandbysStreamAndCount();
    }

    @Test
    void writes_wait_while_no_standby_can_confirm_them() throws Exception {
        execute("DROP TABLE IF EXISTS waiting", "CREATE TABLE waiting (id bigint PRIMARY KEY)");
        List<Node> standbys = standbys();
        for (Node standby : standbys) {
            cluster.stop(standby);
        }
        try (var threads = Executors.newSingleThreadExecutor()) {
            var write = threads.submit(() -> {
                execute("INSERT INTO waiting VALUES (1)");
                return "acknowledged";
            });
            assertThat(PollDeadline.in(SOON).await(this::aCommitWaits)).isTrue();
            assertThat(write.isDone()).isFalse();
            assertThat(cluster.primary()).isPresent(); // that writes wait is not a reason to fail over
            cluster.start(standbys.getFirst());
            assertThat(write.get()).isEqualTo("acknowledged");
        }
        cluster.start(standbys.getLast());
    }

    @Test
    void with_links_a_standby_can_be_cut_off_from_its_primary_and_clients_from_one_node() throws Exception {
        assertThat(cluster.links()).isEmpty();
        cluster.up(HaCluster.Linking.LINKED, line -> {});
        Node primary = cluster.primary().orElseThrow();
        Node standby = standbys().getFirst();
        Link replication = new Link(primary.name(), standby.name());
        Link clients = new Link(Links.CLIENTS, primary.name());
        assertThat(cluster.links()).hasSize(12).contains(replication, clients);
        execute("DROP TABLE IF EXISTS linked", "CREATE TABLE linked (id bigint PRIMARY KEY)");

        cluster.disturb(replication, new Impairment.Cut(), SOON);
        assertThat(cluster.probe(replication, Duration.ofMillis(500))).isEmpty();
        execute("INSERT INTO linked VALUES (1)"); // the other standby confirms it
        assertThat(replayed(standby)).isEqualTo("0");
        cluster.restoreLink(replication);
        assertThat(PollDeadline.in(SOON).await(() -> "1".equals(replayed(standby))))
                .isTrue();

        cluster.disturb(clients, new Impairment.Reset(), SOON);
        assertThatThrownBy(() -> execute("SELECT 1")).isInstanceOf(SQLException.class);
        cluster.restoreLink(clients);
        execute("SELECT 1");

        assertThat(cluster.up(HaCluster.Linking.DIRECT, line -> {})).isTrue();
        assertThat(cluster.links()).isEmpty();
        execute("INSERT INTO linked VALUES (2)");
    }

    @Test
    void no_standby_is_promoted_while_a_silent_one_may_know_more() throws Exception {
        Node primary = cluster.primary().orElseThrow();
        Node silent = standbys().getFirst();
        cluster.kill(silent);
        cluster.kill(primary);
        assertThat(PollDeadline.in(SOON).await(() -> log().contains("no safe candidate: [" + silent.name() + "]")))
                .as(log())
                .isTrue();
        assertThat(cluster.primary()).isEmpty();
        cluster.start(primary); // nobody was promoted in its place, so it may come back as it is
        assertThat(cluster.primary()).contains(primary);
        cluster.start(silent);
    }

    @Test
    void what_a_crash_left_behind_is_found_and_completed() throws Exception {
        long supervisor = cluster.supervisor().orElseThrow().pid();
        cluster.supervisor().orElseThrow().tree().kill();
        cluster.kill(standbys().getFirst());
        assertThat(cluster.supervisor()).isEmpty();
        assertThat(cluster.up(HaCluster.Linking.AS_BEFORE, line -> {})).isTrue();
        assertThat(cluster.supervisor().orElseThrow().pid()).isNotEqualTo(supervisor);
        assertThat(cluster.status()).extracting(HaStatus::state).containsExactly(State.UP, State.UP, State.UP);
    }

    @Test
    void a_group_that_was_made_without_namespaces_cannot_have_them_later() {
        assertThatThrownBy(() -> cluster.up(HaCluster.Linking.NAMESPACES, line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "postgres-ha 'ha' was created without namespaces, and cannot get them later: choose another --name, or run 'testbed reset postgres-ha'");
    }

    private boolean movedFrom(Node old) throws IOException, InterruptedException {
        return cluster.primary().filter(now -> !now.equals(old)).isPresent();
    }

    private List<Node> standbys() throws Exception {
        Node primary = cluster.primary().orElseThrow();
        return cluster.nodes().stream().filter(node -> !node.equals(primary)).toList();
    }

    /** Returns the rows that the standby itself shows, reached directly. */
    private String replayed(Node standby) throws IOException {
        return count(standby, "linked");
    }

    private String count(Node standby, String table) throws IOException {
        Target target = cluster.target();
        try (var connection = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + standby.port() + "/squall", target.user(), target.password());
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private boolean aCommitWaits() throws IOException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'INSERT%'")) {
            return rows.next();
        } catch (SQLException e) {
            return false;
        }
    }

    private void execute(String... statements) throws SQLException, IOException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Connection connect() throws SQLException, IOException {
        var target = cluster.target();
        return DriverManager.getConnection(
                target.url() + "&connectTimeout=2&socketTimeout=30&hostRecheckSeconds=1",
                target.user(),
                target.password());
    }

    private String log() throws IOException {
        return Files.readString(cluster.supervisorLog());
    }
}
