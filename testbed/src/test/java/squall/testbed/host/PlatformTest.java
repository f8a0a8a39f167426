package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.testbed.postgres.PostgresBinaries.Platform;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-arm_64",
        "Mac OS X, x86_64, darwin-x86_64",
        "Mac OS X, aarch64, darwin-arm_64"
    })
    void each_platform_has_its_archive(String osName, String osArch, String platform) throws Exception {
        assertThat(Platform.of(osName, osArch)).hasToString(platform);
        assertThat(Platform.class.getResource("/postgres-" + platform + ".txz")).isNotNull();
    }

    @Test
    void a_platform_without_binaries_is_named() {
        assertThatThrownBy(() -> Platform.of("Linux", "riscv64"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("there is no embedded database for Linux on riscv64;");
    }
}
