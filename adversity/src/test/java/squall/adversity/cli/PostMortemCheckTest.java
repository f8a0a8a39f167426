package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.intent.IntentLog;
import squall.results.Manifest;
import squall.results.PostMortemRecord;
import squall.results.PostMortemRecord.CheckedProbe;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.spi.CheckResult.Verdict;
import squall.system.ExitCode;

/** Test with a run that had judged its data before its process was killed. */
class PostMortemCheckTest {
    private static final String DETAIL = "every acknowledged write is present, and the data of the probes is removed";

    @TempDir
    Path folder;

    private final List<String> out = new ArrayList<>();

    @BeforeEach
    void the_data_is_judged_and_removed() throws IOException {
        Files.writeString(folder.resolve(IntentLog.NAME), "squall-intents 1 a1b2c3 -\nremoved\n");
    }

    /** Covers an old error: the result was printed, but not written, so that the report did not have it. */
    @Test
    void what_the_killed_run_itself_had_judged_is_recorded_too() throws Exception {
        assertThat(check()).isEqualTo(ExitCode.OK);
        assertThat(out).containsExactly("its data is correct: " + DETAIL);
        PostMortemRecord record = run().postMortem().orElseThrow();
        assertThat(record.exitCode()).isZero();
        assertThat(record.checks())
                .extracting(CheckedProbe::name, CheckedProbe::verdict, CheckedProbe::detail)
                .containsExactly(tuple("probes", Verdict.PASSED, DETAIL));
    }

    @Test
    void the_result_of_a_check_that_removed_the_data_is_kept() throws Exception {
        Path file = folder.resolve(PostMortemRecord.NAME);
        Files.writeString(file, "{\"schema_version\": 1, \"checked_at\": \"noon\", \"exit_code\": 4, \"checks\": []}");
        String before = Files.readString(file);
        assertThat(check()).isEqualTo(ExitCode.OK);
        assertThat(file).hasContent(before);
    }

    private ExitCode check() throws IOException, InterruptedException {
        return new PostMortemCheck(run(), Optional.empty(), out::add).hold();
    }

    private RecordedRun run() {
        ObjectNode manifest =
                JsonNodeFactory.instance.objectNode().put("run_id", "killed").put("state", "aborted");
        manifest.putObject("squall");
        manifest.putObject("db");
        return new RecordedRun(folder, RunState.ABORTED, CanonicalJson.as(Manifest.class, manifest), Optional.empty());
    }
}
