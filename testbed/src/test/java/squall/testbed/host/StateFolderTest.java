package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    @TempDir
    Path home;

    @Test
    void squall_home_comes_first() throws Exception {
        Path named = home.resolve("named");
        var environment = Map.of("SQUALL_HOME", named.toString(), "XDG_CACHE_HOME", "elsewhere");
        assertThat(StateFolder.of(environment, home, true).path()).isEqualTo(named);
    }

    @Test
    void an_ordinary_user_has_a_cache() throws Exception {
        assertThat(StateFolder.of(Map.of(), home, false).path()).isEqualTo(home.resolve(".cache/squall"));
        var environment = Map.of("XDG_CACHE_HOME", home.resolve("xdg").toString());
        assertThat(StateFolder.of(environment, home, false).path()).isEqualTo(home.resolve("xdg/squall"));
    }

    @Test
    void a_folder_that_everybody_may_change_is_refused() throws Exception {
        Path open = Files.createDirectory(home.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> StateFolder.at(open))
                .isInstanceOf(IOException.class)
                .hasMessage(open + " can be written by everybody; do 'chmod o-w' or name another in SQUALL_HOME");
    }
}
