package squall.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.results.file.AppendOnlyFile;
import squall.results.file.AtomicFile;

/** Test of messages of a database that were cut in the middle of a character, as between the two halves of an emoji. */
class CutMessageTest {
    private static final String CUT = "invalid input: \uD83D\uDE00\uD83D";

    /** Covers an old error: the first such message ended the run, as the file of samples could not be written. */
    @Test
    void a_message_that_was_cut_within_a_character_is_written(@TempDir Path folder) throws IOException {
        Path samples = folder.resolve("errors-samples.jsonl");
        try (var file = new AppendOnlyFile(samples)) {
            file.line(CUT);
            file.flush();
        }
        assertThat(samples).hasContent("invalid input: \uD83D\uDE00?");

        Path summary = folder.resolve("summary.json");
        AtomicFile.write(summary, CUT);
        assertThat(summary).hasContent("invalid input: \uD83D\uDE00?");
    }
}
