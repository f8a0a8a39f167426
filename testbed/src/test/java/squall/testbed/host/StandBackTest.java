package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.host.Program;

class StandBackTest {
    private static final Path AUTOGROUP = Path.of("/proc/self/autogroup");

    @Test
    void a_command_keeps_its_words_and_gives_way() throws IOException, InterruptedException {
        assertThat(output(StandBack.command(List.of("sh", "-c", "nice; echo \"$1\"", "sh", "two words"))))
                .isEqualTo(StandBack.NICE + "\ntwo words");
    }

    @Test
    void its_session_gives_way_where_sessions_are_weighed() throws IOException, InterruptedException {
        assumeThat(AUTOGROUP).exists();
        assumeThat(Files.isExecutable(Path.of("/usr/bin/setsid"))).isTrue();
        List<String> command = new ArrayList<>(List.of("/usr/bin/setsid", "--wait"));
        command.addAll(StandBack.command(List.of("cat", AUTOGROUP.toString())));
        assertThat(output(command)).endsWith("nice " + StandBack.NICE);
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        return new Program(command, Path.of("."), Duration.ofMinutes(1))
                .run()
                .output()
                .strip();
    }
}
