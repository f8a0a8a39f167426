package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.Options;

class HaProviderTest {
    private final HaProvider provider = new HaProvider();

    @Test
    void what_a_commit_waits_for_is_a_setting_of_each_session() throws IOException {
        assertThat(url(Map.of())).isEqualTo("jdbc:postgresql://127.0.0.1:5432/squall?targetServerType=primary");
        assertThat(url(Map.of("synchronous-commit", "local")))
                .isEqualTo("jdbc:postgresql://127.0.0.1:5432/squall?targetServerType=primary"
                        + "&options=-csynchronous_commit=local");
    }

    @Test
    void a_value_that_postgresql_does_not_have_is_a_mistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> url(Map.of("synchronous-commit", "async")))
                .withMessage("postgres-ha: option 'synchronous-commit' must be one of on, off, local, remote_write,"
                        + " remote_apply, not 'async'");
    }

    private String url(Map<String, String> more) throws IOException {
        return provider.outline(new Options("postgres-ha", Map.of("name", "never-made")).with(more))
                .orElseThrow()
                .target()
                .url();
    }
}
