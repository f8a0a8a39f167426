package squall.system;

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

    /** Covers an old error: disks mounted below a link were not found in the kernel's list, which has real paths. */
    @Test
    void a_folder_behind_a_link_has_its_real_path() throws Exception {
        Path real = Files.createDirectory(home.resolve("real"));
        Path link = Files.createSymbolicLink(home.resolve("link"), real);
        assertThat(StateFolder.of(Map.of("SQUALL_HOME", link.toString()), home, true)
                        .path())
                .isEqualTo(real.toRealPath());
    }

    @Test
    void an_ordinary_user_has_a_cache() throws Exception {
        assertThat(StateFolder.of(Map.of(), home, false).path()).isEqualTo(home.resolve(".cache/squall"));
        var environment = Map.of("XDG_CACHE_HOME", home.resolve("xdg").toString());
        assertThat(StateFolder.of(environment, home, false).path()).isEqualTo(home.resolve("xdg/squall"));
    }

    @Test
    void a_home_that_is_told_comes_before_the_listed_one() throws Exception {
        Path told = Files.createDirectory(home.resolve("told"));
        var environment = Map.of("HOME", told.toString(), "XDG_CACHE_HOME", "not/absolute");
        assertThat(StateFolder.of(environment, home, false).path()).isEqualTo(told.resolve(".cache/squall"));
    }

    @Test
    void a_home_that_is_told_and_not_there_is_passed_over() throws Exception {
        var environment = Map.of("HOME", home.resolve("nowhere").toString());
        assertThat(StateFolder.of(environment, home, false).path()).isEqualTo(home.resolve(".cache/squall"));
    }

    @Test
    void without_a_home_the_error_says_what_to_set() {
        Path nowhere = home.resolve("nowhere");
        assertThatThrownBy(() -> StateFolder.of(Map.of("HOME", "/nonexistent"), nowhere, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("there is no folder for the database: your home folder " + nowhere
                        + " does not exist; set SQUALL_HOME to your own folder, for example"
                        + " SQUALL_HOME=/var/tmp/squall-");
    }

    @Test
    void a_folder_that_cannot_be_made_says_what_to_set() throws Exception {
        Path file = Files.createFile(home.resolve("file"));
        assertThatThrownBy(() -> StateFolder.at(file.resolve("state")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file.resolve("state") + " cannot be created: ")
                .hasMessageEndingWith("; set SQUALL_HOME to your own folder");
    }

    @Test
    void a_world_writable_folder_is_refused() throws Exception {
        Path open = Files.createDirectory(home.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> StateFolder.at(open))
                .isInstanceOf(IOException.class)
                .hasMessage(open
                        + " is writable by all users; run 'chmod o-w' on it, or set SQUALL_HOME to another folder");
    }
}
