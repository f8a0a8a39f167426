package squall.system.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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

    private static Finished shell(String script) throws IOException, InterruptedException {
        return new ExternalProgram(List.of("sh", "-c", script), Path.of("/"), Duration.ofSeconds(30)).run();
    }
}
