package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import squall.report.Synthetic;

class RepeatCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void both_commands_are_run_in_turn_and_their_runs_compared() throws IOException {
        int code = repeat("2", "--interleave", command("a", 30, 100), command("b", 24, 200), "--names", "old,new");
        assertThat(code).isZero();
        assertThat(err.toString().lines().map(line -> line.replaceFirst(" ended with 0, .*", "")))
                .containsExactly("run 1 of 4: old", "run 2 of 4: new", "run 3 of 4: new", "run 4 of 4: old");
        assertThat(out.toString())
                .contains("old (2 runs) with new (2 runs)")
                .contains("cannot tell: 5 metrics need 5 runs on each side");
    }

    @Test
    void a_run_that_says_nothing_ends_all_with_its_code() throws IOException {
        assertThat(repeat("3", command("a", 30, 100) + "; exit 5'", "true")).isEqualTo(5);
        assertThat(err.toString()).contains("error: a run ended with 5, so it says nothing of the database");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void no_run_at_all_is_refused_before_anything_is_done() {
        assertThat(repeat("0", "true", "true")).isEqualTo(2);
        assertThat(repeat("2", "true", "true", "--min-effect", "much")).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    /** Covers an old error: the number of runs overflowed, or the list of them took all memory. */
    @ParameterizedTest
    @ValueSource(strings = {"1001", "1000000000", "2000000000"})
    void more_runs_than_anyone_can_await_are_refused_before_anything_is_done(String times) {
        assertThat(repeat(times, "true", "true")).isEqualTo(2);
        assertThat(err.toString()).startsWith("error: N must be from 1 to 1000, not " + times + "\n");
        assertThat(folder).isEmptyDirectory();
    }

    /** Covers an old error: a misspelt metric was noticed after the last of all runs. */
    @Test
    void a_misspelt_metric_is_noticed_after_the_first_run() throws IOException {
        assertThat(repeat("2", command("a", 30, 100), command("b", 24, 200), "--metric", "measured.p99_mss"))
                .isEqualTo(2);
        assertThat(err.toString().lines().map(line -> line.replaceFirst("( ended with 0, |; known are ).*", "")))
                .containsExactly(
                        "run 1 of 4: A",
                        "error: no run has a metric 'measured.p99_mss'; did you mean 'measured.p99_ms'?",
                        "exit 2: usage or configuration error");
    }

    /** Covers an old error: a later run that a stop rule had ended was refused after the last of all runs. */
    @Test
    void a_later_run_that_ended_early_is_noticed_at_once() throws IOException {
        String aborted =
                command("b", 24, 200) + "; sed -i.bak s/\"complete\"/\"aborted\"/ \"$SQUALL_RESULTS\"/2*/manifest.json";
        assertThat(repeat("2", "--interleave", command("a", 30, 100), aborted)).isEqualTo(2);
        assertThat(err.toString().lines().filter(line -> line.startsWith("run ")))
                .hasSize(2);
        assertThat(err.toString()).contains(" is aborted, only a complete run can be used");
    }

    /** Returns a command that "makes" a run by taking the next one that was made before. */
    private String command(String name, int perSecond, int seed) throws IOException {
        Path pool = Files.createDirectories(folder.resolve("pool-" + name));
        for (int n = 0; n < 2; n++) {
            Synthetic.disturbed(40, List.of("READ"), perSecond).write(pool, seed + n);
        }
        return "sh -c 'mv \"$(ls -d " + pool + "/2* | head -n 1)\" \"$SQUALL_RESULTS\"";
    }

    private int repeat(String times, String... arguments) {
        CommandLine line = ReportCommand.line();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        List<String> all = new ArrayList<>(List.of("repeat", times));
        for (String argument : arguments) {
            all.add(argument.startsWith("sh -c '") && !argument.endsWith("'") ? argument + "'" : argument);
        }
        all.addAll(List.of("--results", folder.toString()));
        return line.execute(all.toArray(String[]::new));
    }
}
