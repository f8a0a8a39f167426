package squall.system.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.system.process.ExternalProgram.Finished;

class ExternalProgramTest {
    @Test
    void a_warning_on_standard_error_is_no_part_of_the_answer() throws Exception {
        Finished finished = shell("echo 'WARNING: settings not read' >&2; echo c1");
        assertThat(finished.output()).isEqualTo("c1");
        assertThat(finished.messages()).isEqualTo("WARNING: settings not read");
        assertThat(finished.text()).isEqualTo("c1\nWARNING: settings not read");
    }

    @Test
    void a_failure_is_told_in_the_programs_own_words_wherever_it_wrote_them() throws Exception {
        Finished finished = shell("echo half; echo 'no such table' >&2; exit 3");
        assertThatThrownBy(finished::orThrow)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("ended with 3: half\nno such table");
    }

    /** Covers an old error: a command that printed a name in Latin-1 had failed, with the message "Input length = 1". */
    @Test
    void output_that_is_no_utf_8_is_no_failure() throws Exception {
        assertThat(shell("printf 'M\\374ller'").orThrow().output()).isEqualTo("M\uFFFDller");
    }

    @Test
    void a_program_has_a_session_of_its_own_which_no_ctrl_c_reaches() throws Exception {
        assumeTrue(
                SearchPath.here().find("setsid").isPresent() && Files.isDirectory(Path.of("/proc/self")),
                "SKIPPED: this system has no setsid, or no /proc");
        // The fields after the name: state, parent, group, session.
        Finished finished = shell("read -r stat </proc/$$/stat; set -- ${stat##*) }; echo \"$4 $$\"");
        String[] sessionAndPid = finished.output().split(" ", 2);
        assertThat(sessionAndPid[0]).isEqualTo(sessionAndPid[1]);
    }

    @Test
    void a_missing_program_is_told_as_such() {
        assertThatThrownBy(() ->
                        new ExternalProgram(List.of("no-such-program"), Path.of("/"), Duration.ofSeconds(30)).run())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Cannot run program \"no-such-program\"");
    }

    private static Finished shell(String script) throws IOException, InterruptedException {
        return new ExternalProgram(List.of("sh", "-c", script), Path.of("/"), Duration.ofSeconds(30)).run();
    }
}
