package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.system.process.ExternalProgram;

class ServerPriorityTest {
    private static final String AUTOGROUP = "/proc/self/autogroup";

    @Test
    void a_command_keeps_its_words_and_gives_way() throws IOException, InterruptedException {
        int ours = Integer.parseInt(output(List.of("nice")));
        assertThat(output(ServerPriority.command(List.of("sh", "-c", "nice; echo \"$1\"", "sh", "two words"))))
                .isEqualTo(Math.min(19, ours + ServerPriority.NICE) + "\ntwo words");
    }

    @Test
    void its_session_gives_way_where_sessions_are_weighed() throws IOException, InterruptedException {
        assumeThat(Path.of(AUTOGROUP)).exists();
        assumeThat(output(inSession(List.of("sh", "-c", "echo 1 >" + AUTOGROUP + " && cat " + AUTOGROUP))))
                .endsWith("nice 1");
        assertThat(output(inSession(ServerPriority.command(List.of("cat", AUTOGROUP)))))
                .endsWith("nice " + ServerPriority.NICE);
    }

    private static List<String> inSession(List<String> command) {
        return Stream.concat(Stream.of("setsid", "--wait"), command.stream()).toList();
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        return new ExternalProgram(command, Path.of("."), Duration.ofMinutes(1))
                .run()
                .output()
                .strip();
    }
}
