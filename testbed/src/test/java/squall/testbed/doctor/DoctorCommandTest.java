package squall.testbed.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.CommandEnvironment;

/** Test on the machine that runs it, whatever that supports. */
class DoctorCommandTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void this_machine_can_run_squall_and_says_so_in_one_document() throws Exception {
        int code = doctor(System.getenv(), "--json");

        JsonNode document = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(document.get("checks").findValuesAsText("name"))
                .contains("JDK", "PostgreSQL", "Docker engine", "netem", "fsfreeze")
                .doesNotHaveDuplicates();
        assertThat(document.get("checks").get(0).get("state").asText()).isEqualTo("ok");
        assertThat(code).isEqualTo(document.get("healthy").asBoolean() ? 0 : 5);
    }

    @Test
    void what_a_basic_check_needs_is_not_merely_recommended() throws Exception {
        doctor(System.getenv(), "--json");

        assertThat(new ObjectMapper()
                        .readTree(out.toString(StandardCharsets.UTF_8))
                        .get("checks"))
                .filteredOn(check -> check.get("need").asText().equals("basic"))
                .extracting(check -> check.get("purpose").asText())
                .isNotEmpty()
                .noneMatch(purpose -> purpose.contains("recommended"));
    }

    @Test
    void without_any_program_it_still_answers() {
        doctor(Map.of("PATH", "/nowhere"));

        assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " "))
                .contains(" missing Maven there is no 'mvn' on the PATH.")
                .contains("apt-get install maven");
    }

    @Test
    void an_unknown_option_is_a_usage_error() {
        assertThat(doctor(Map.of(), "--jsno")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("unknown option '--jsno'; did you mean '--json'?");
    }

    private int doctor(Map<String, String> environment, String... words) {
        return DoctorCommand.execute(
                List.of(words),
                new CommandEnvironment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        Optional.empty(),
                        folder));
    }
}
