package squall.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;
import squall.testbed.postgres.EmbeddedPostgres;

class RemainsOfClustersTest {
    @TempDir
    Path temp;

    @Test
    void a_reset_removes_what_one_that_was_killed_has_left() throws Exception {
        StateFolder state = StateFolder.at(temp);
        Path leaving = Files.createDirectories(state.folder("postgres-ha").resolve("lost.leaving/n1"));
        Path making = Files.createDirectories(state.folder("postgres-ha").resolve("lost.making/n1"));
        Path other = Files.createDirectories(state.folder("postgres-ha").resolve("other.leaving/n1"));
        Path server = Files.createDirectories(state.folder("postgres").resolve("lost.leaving/data"));

        assertThat(new HaCluster(state, "lost").reset())
                .as("there is no cluster")
                .isFalse();
        assertThat(new EmbeddedPostgres(state, "lost").reset()).isFalse();

        assertThat(leaving.getParent()).doesNotExist();
        assertThat(making.getParent()).doesNotExist();
        assertThat(server.getParent()).doesNotExist();
        assertThat(other).exists();
    }
}
