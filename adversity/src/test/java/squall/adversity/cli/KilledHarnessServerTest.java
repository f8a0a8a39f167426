package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.safety.Stage;
import squall.host.Deadline;

/** The dead-man: whoever disturbs is killed in mid-fault, and nobody gives a command. */
@Tag("server")
class KilledHarnessServerTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    @ParameterizedTest
    @ValueSource(strings = {"kill", "kill:signal=TERM", "pause", "rollingRestart", "exec"})
    void a_killed_harness_leaves_a_healed_cluster(String fault) throws Exception {
        Path mark = BED.folder().resolve("mark");
        Path output = Files.createTempFile(BED.folder(), "harness", ".txt");
        Process harness = BED.start(output, Harness.class, BED.standby().name(), written(fault, mark));
        BED.await(Stage.VERIFIED);
        harness.destroyForcibly().waitFor();
        assertThat(Deadline.in(Bed.SOON).await(BED::whole)).as(Files.readString(output)).isTrue();
        assertThat(mark).doesNotExist();
    }

    private static String written(String fault, Path mark) {
        return fault.equals("exec")
                ? "exec:inject=touch\n%1$s,verify=test\n-e\n%1$s,heal=rm\n-f\n%1$s".formatted(mark)
                : fault;
    }
}
