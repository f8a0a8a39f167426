package squall.testbed.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.spi.Target;
import squall.testbed.LoopDevices;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;

/** Test of a server on a disk of its own, which only root can mount: elsewhere the tests are skipped. */
@Tag("server")
@Tag("extended")
class PostgresDiskServerTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    private static final String DISK = "own,size=512M";

    @BeforeEach
    void possible() throws IOException {
        String refusal = LoopDisk.refusal(shape().disk().orElseThrow()).orElse("");
        assumeTrue(refusal.isEmpty(), refusal);
    }

    @AfterEach
    void reset() throws Exception {
        BED.postgres().reset();
        assertThat(mounts()).doesNotContain(BED.state().folder("postgres").toString());
        assertThat(LoopDevices.list())
                .doesNotContain(BED.state().folder("postgres").toString());
    }

    private static PostgresShape shape(String... options) {
        var all = new TreeMap<>(Map.of(DiskShape.OPTION, DISK));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return PostgresShape.of(new Options("test", all));
    }

    private static String mounts() throws IOException {
        return Files.readString(Path.of("/proc/self/mountinfo"));
    }

    @Test
    void data_is_on_the_disk_and_down_unmounts_it() throws Exception {
        Target target = BED.postgres().up(shape("data-dirs", "2")).target();
        Bed.execute(target, "CREATE TABLE kept AS SELECT 7 AS x");
        assertThat(target.properties()).containsEntry("disks", "a disk of its own: own,size=512M,fs=ext4");
        assertThat(mounts())
                .contains(BED.postgres().disk().orElseThrow().mount().toString());

        BED.postgres().down();
        assertThat(mounts()).doesNotContain(BED.state().folder("postgres").toString());
        assertThat(BED.postgres().status()).isInstanceOf(EmbeddedPostgres.PostgresStatus.Stopped.class);

        assertThat(Bed.query(BED.postgres().up().target(), "SELECT x FROM kept"))
                .containsExactly("7");
    }

    @Test
    void another_disk_than_the_server_was_made_with_is_refused() throws Exception {
        BED.postgres().up();
        assertThatThrownBy(() -> BED.postgres().up(shape()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was made with disks=shared, not own,size=512M,fs=ext4");
    }

    @Test
    void a_command_that_was_killed_while_it_made_a_server_leaves_a_disk_that_the_next_one_unmounts() throws Exception {
        Path making = Files.createDirectories(BED.state().folder("postgres").resolve("postgres.making"));
        LoopDisk.make(making, shape().disk().orElseThrow());

        BED.postgres().down();

        assertThat(mounts()).doesNotContain(making.toString());
        BED.postgres().up(shape());
    }

    @Test
    void settings_of_durability_hold_over_restarts_and_are_read_back() throws Exception {
        assertThat(BED.postgres()
                        .up(shape("fsync", "off", "synchronous-commit", "local"))
                        .settings())
                .containsEntry("fsync", "off")
                .containsEntry("synchronous_commit", "local");
        assertThatThrownBy(() -> BED.postgres().up(shape("fsync", "on")))
                .hasMessageContaining("runs with other settings than {fsync=on}; stop it first");

        assertThat(BED.postgres().restart().settings())
                .containsEntry("fsync", "off")
                .containsEntry("synchronous_commit", "local");
    }

    /** Shows what SIGKILL never does: the loss of an acknowledged row that only the kernel had. */
    @Test
    void a_power_cut_takes_what_was_not_synced() throws Exception {
        assertThat(rowsAfterPowerCut(shape("fsync", "off"))).isLessThan(100);
        BED.postgres().reset();
        assertThat(rowsAfterPowerCut(shape("fsync", "on"))).isEqualTo(100);
    }

    private static int rowsAfterPowerCut(PostgresShape shape) throws Exception {
        Target target = BED.postgres().up(shape).target();
        EmbeddedPostgres cluster = BED.postgres();
        Node node = cluster.nodes().getFirst();
        assertThat(cluster.unavailable(PowerCuts.class)).isEmpty();
        Bed.execute(target, "CREATE TABLE kept (x int)");
        BED.postgres().disk().orElseThrow().sync(); // the table, so that only rows can be lost
        for (int row = 0; row < 100; row++) {
            Bed.execute(target, "INSERT INTO kept VALUES (" + row + ")");
        }
        cluster.stopDisks(List.of(node), "cut");
        cluster.kill(node);
        assertThat(cluster.state(node)).isEqualTo(State.DOWN);
        cluster.restoreDisk(node);
        assertThat(cluster.markFiles(node, "cut")).isEqualTo(new PowerCuts.MarkFiles(true, false));
        cluster.clearMark(node, "cut");
        cluster.start(node);
        return Bed.query(BED.postgres().up().target(), "SELECT x FROM kept").size();
    }
}
