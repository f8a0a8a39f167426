package squall.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.Options;

class TestbedCommandsTest {
    @Test
    void a_cluster_is_named_only_if_it_has_another_name_than_its_kind() {
        TestbedCommands usual = TestbedCommands.of("galera", new Options("up", Map.of("name", "galera")));
        TestbedCommands two = TestbedCommands.of("galera", new Options("up", Map.of("name", "two")));
        assertThat(usual.down()).isEqualTo("bin/testbed down galera");
        assertThat(two.down()).isEqualTo("bin/testbed down galera --name two");
        assertThat(two.whenDown())
                .isEqualTo(
                        "bin/testbed up galera --name two starts it, bin/testbed reset galera --name two removes it");
    }
}
