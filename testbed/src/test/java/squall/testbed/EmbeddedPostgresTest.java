package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.testbed.Status.Running;
import squall.testbed.Status.Stopped;

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
    void a_second_up_attaches_to_the_server_that_runs() throws Exception {
        var running = BED.postgres().status();
        assertThat(BED.postgres().up().started()).isFalse();
        assertThat(BED.postgres().status()).isEqualTo(running).isInstanceOf(Running.class);
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
    void a_killed_server_recovers_by_itself_at_the_next_up() throws Exception {
        var target = BED.postgres().up().target();
        Bed.execute(target, "CREATE TABLE acknowledged AS SELECT generate_series(1, 1000) AS x");
        BED.postgres().tree().kill();
        assertThat(BED.postgres().status()).isInstanceOf(Stopped.class);
        var up = BED.postgres().up();
        assertThat(up.started()).isTrue();
        assertThat(Bed.query(up.target(), "SELECT count(*) FROM acknowledged")).containsExactly("1000");
    }
}
