package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunAsTest {
    private static final RunAs.Probe ALL_WORK = way -> Optional.empty();
    private static final RunAs.Probe NONE_WORKS = way -> Optional.of("not here");

    @Test
    void an_ordinary_user_needs_no_other_user() throws Exception {
        assertThat(RunAs.choose(false, ALL_WORK)).isEqualTo(RunAs.CALLER);
        assertThat(RunAs.CALLER.command(List.of("initdb"))).containsExactly("initdb");
    }

    @Test
    void a_user_without_a_name_is_shown_as_the_user_nobody() throws Exception {
        RunAs.Probe nameless = way -> way == RunAs.CALLER ? Optional.of("user does not exist") : Optional.empty();
        assertThat(RunAs.choose(false, nameless)).isEqualTo(RunAs.UNSHARE);
    }

    @Test
    void a_user_without_any_way_is_told_two_remedies() {
        assertThatThrownBy(() -> RunAs.choose(false, NONE_WORKS))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "A database server cannot run as this user. If 'id -un' prints no name, add a line for the user"
                                + " to /etc/passwd, or allow user namespaces (user.max_user_namespaces > 0)."
                                + " Tried caller: not here; unshare: not here");
    }

    @Test
    void root_becomes_another_user() throws Exception {
        assertThat(RunAs.choose(true, ALL_WORK)).isEqualTo(RunAs.SETPRIV);
        assertThat(RunAs.SETPRIV.command(List.of("initdb", "-D", "d")))
                .containsExactly("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "initdb", "-D", "d");
    }

    @Test
    void root_in_a_closed_folder_uses_a_user_namespace() throws Exception {
        RunAs.Probe namespaces = way -> way == RunAs.UNSHARE ? Optional.empty() : Optional.of("Permission denied");
        assertThat(RunAs.choose(true, namespaces)).isEqualTo(RunAs.UNSHARE);
    }

    @Test
    void root_without_any_way_is_told_three_remedies() {
        assertThatThrownBy(() -> RunAs.choose(true, NONE_WORKS))
                .isInstanceOf(IOException.class)
                .hasMessage("A database server must not run as root, and switching to another user failed. Do one of:"
                        + " run as an ordinary user; install util-linux and set SQUALL_HOME to a folder that other users may access; allow user namespaces (user.max_user_namespaces > 0)."
                        + " Tried setpriv: not here; runuser: not here; unshare: not here");
    }

    @Test
    void root_and_others_cannot_use_each_others_ways() {
        assertThat(RunAs.CALLER.suits(true)).isFalse();
        assertThat(RunAs.CALLER.suits(false)).isTrue();
        assertThat(RunAs.SETPRIV.suits(true)).isTrue();
        assertThat(RunAs.SETPRIV.suits(false)).isFalse();
        assertThat(RunAs.UNSHARE.suits(true)).isTrue();
        assertThat(RunAs.UNSHARE.suits(false)).isTrue();
    }

    @Test
    void a_way_is_found_again_by_its_word() throws Exception {
        for (RunAs way : RunAs.values()) {
            assertThat(RunAs.of(way.word())).isEqualTo(way);
        }
        assertThatThrownBy(() -> RunAs.of("su")).hasMessage("there is no way to run a server named 'su'");
    }
}
