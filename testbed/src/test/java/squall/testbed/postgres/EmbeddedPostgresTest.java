package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Options;
import squall.system.process.ProcessState;
import squall.testbed.postgres.EmbeddedPostgres.PostgresStatus;
import squall.testbed.postgres.EmbeddedPostgres.PostgresStatus.Running;
import squall.testbed.postgres.EmbeddedPostgres.PostgresStatus.Stopped;

@Tag("server")
class EmbeddedPostgresTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    @BeforeEach
    void up() throws Exception {
        BED.postgres().up();
    }

    @Test
    void a_server_is_durable_and_says_so() throws Exception {
        assertThat(BED.postgres().up().target().properties())
                .containsEntry("fsync", "on")
                .containsEntry("full_page_writes", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("data_checksums", "on")
                .containsEntry("collation", "C");
    }

    @Test
    void a_random_password_is_stored_with_few_rounds_so_that_a_login_is_cheap() throws Exception {
        assertThat(Bed.query(
                        BED.postgres().up().target(),
                        "SELECT split_part(rolpassword, ':', 1) FROM pg_authid WHERE rolname = current_user"))
                .containsExactly("SCRAM-SHA-256$16");
    }

    @Test
    void a_second_up_attaches_to_the_server_that_runs() throws Exception {
        var running = BED.postgres().status();
        assertThat(BED.postgres().up().started()).isFalse();
        assertThat(BED.postgres().status()).isEqualTo(running).isInstanceOf(Running.class);
    }

    /** Covers an old error: a running server was said to have other settings than the usual ones, named. */
    @Test
    void a_running_server_has_the_settings_that_it_was_not_given() throws Exception {
        assertThat(BED.postgres().up(shape("fsync", "on")).started()).isFalse();
        assertThatThrownBy(() -> BED.postgres().up(shape("fsync", "off")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("runs with other settings than {fsync=off}; stop it first");
    }

    private static PostgresShape shape(String option, String value) {
        return PostgresShape.of(new Options("test", Map.of(option, value)));
    }

    @Test
    void rows_are_there_after_down_and_up() throws Exception {
        var target = BED.postgres().up().target();
        Bed.execute(target, "CREATE TABLE kept AS SELECT 7 AS x");
        assertThat(BED.postgres().down()).isTrue();
        assertThat(BED.postgres().status()).isInstanceOf(Stopped.class);
        assertThat(BED.postgres().down()).isFalse();
        assertThat(Bed.query(BED.postgres().up().target(), "SELECT x FROM kept"))
                .containsExactly("7");
    }

    @Test
    void data_folders_are_tablespaces_and_stay_as_they_were_made() throws Exception {
        var spread = new EmbeddedPostgres(BED.state(), "spread");
        try {
            var target = spread.up(2).target();
            assertThat(Bed.query(
                            target,
                            "SELECT spcname || ' ' || pg_tablespace_location(oid) FROM pg_tablespace"
                                    + " WHERE spcname LIKE 'data%' ORDER BY 1"))
                    .containsExactly(
                            "data1 " + spread.log().resolveSibling("data1"),
                            "data2 " + spread.log().resolveSibling("data2"));
            Bed.execute(target, "CREATE TABLE placed TABLESPACE data2 AS SELECT 7 AS x");
            spread.down();
            assertThat(Bed.query(spread.up().target(), "SELECT x FROM placed")).containsExactly("7");
            assertThatThrownBy(() -> spread.up(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("was made with data-dirs=2, not 3");
        } finally {
            spread.reset();
        }
        assertThat(spread.log().getParent()).doesNotExist();
        assertThatThrownBy(() -> BED.postgres().up(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was made with data-dirs=1, not 2");
    }

    @Test
    void a_killed_server_recovers_by_itself_at_the_next_up() throws Exception {
        var target = BED.postgres().up().target();
        Bed.execute(target, "CREATE TABLE acknowledged AS SELECT generate_series(1, 1000) AS x");
        BED.postgres().tree().kill();
        assertThat(BED.postgres().status()).isInstanceOf(Stopped.class);
        var up = BED.postgres().up();
        assertThat(up.started()).isTrue();
        assertThat(Bed.query(up.target(), "SELECT count(*) FROM acknowledged")).containsExactly("1000");
    }

    @Test
    void a_restart_ends_all_sessions_and_keeps_the_port() throws Exception {
        var before = running();
        assertThat(BED.postgres().restart().started()).isTrue();
        assertThat(running().pid()).isNotEqualTo(before.pid());
        assertThat(running().port()).isEqualTo(before.port());
    }

    @Test
    void a_frozen_server_holds_still_in_all_its_processes_until_it_is_thawed() throws Exception {
        var tree = BED.postgres().tree();
        var frozen = tree.freeze();
        try {
            assertThat(frozen).hasSizeGreaterThan(1).startsWith(running().pid());
            for (long pid : frozen) {
                // Its parent, being frozen, takes no notice of a worker that had just ended.
                assertThat(ProcessState.of(pid)).isIn(ProcessState.STOPPED, ProcessState.ZOMBIE);
            }
            assertThatThrownBy(() -> BED.postgres().up())
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("is frozen (SIGSTOP); resume process "
                            + running().pid() + " and its children with 'kill -CONT'");
        } finally {
            tree.thaw();
        }
        assertThat(BED.postgres().up().started()).isFalse();
    }

    @Test
    void a_port_taken_by_another_process_is_left_to_it() throws Exception {
        int port = running().port();
        BED.postgres().down();
        try (var taken = new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThat(taken.isBound()).isTrue();
            BED.postgres().up();
            assertThat(running().port()).isNotEqualTo(port);
        }
    }

    @Test
    void of_two_ups_at_once_one_starts_and_the_other_attaches() throws Exception {
        BED.postgres().down();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var one = threads.submit(() -> BED.postgres().up().startAttempts());
            var other = threads.submit(() -> BED.postgres().up().startAttempts());
            assertThat(List.of(one.get(), other.get())).containsExactlyInAnyOrder(0, 1);
        }
    }

    @Test
    void a_stranger_with_another_password_is_not_let_in() throws Exception {
        var target = BED.postgres().up().target();
        assertThatThrownBy(() -> DriverManager.getConnection(target.url(), target.user(), "guess"))
                .isInstanceOf(SQLException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
        assertThat(Files.getPosixFilePermissions(BED.postgres().passwordFile()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void a_reset_removes_nothing_if_it_finds_what_squall_did_not_make() throws Exception {
        Path foreign = Files.createFile(BED.postgres().log().resolveSibling("thesis.tex"));
        assertThatThrownBy(() -> BED.postgres().reset())
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "nothing was removed: [" + foreign + "] was not created by Squall; move it elsewhere first");
        assertThat(running().pid()).isPositive();
        Files.delete(foreign);
        assertThat(BED.postgres().reset()).isTrue();
        assertThat(BED.postgres().status()).isEqualTo(new PostgresStatus.NeverMade());
        assertThat(BED.postgres().reset()).isFalse();
    }

    @Test
    void a_folder_of_the_same_name_that_squall_did_not_make_is_left_alone() throws Exception {
        Path folder = Files.createDirectories(BED.state().folder("postgres").resolve("theirs"));
        var theirs = new EmbeddedPostgres(BED.state(), "theirs");
        String message = folder + " was not created by Squall: it has no instance.properties."
                + " Move it elsewhere, or choose another --name";
        assertThatThrownBy(theirs::up).isInstanceOf(IOException.class).hasMessage(message);
        assertThatThrownBy(theirs::reset).isInstanceOf(IOException.class).hasMessage(message);
        assertThat(folder).isEmptyDirectory();
    }

    private static Running running() throws Exception {
        return (Running) BED.postgres().status();
    }
}
