package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.report.CommandRepetition.SideOrder;

class CommandRepetitionTest {
    /** Makes a run directory, as every command that runs a load does. */
    private static final String MAKES_ONE =
            "sh -c 'd=$(mktemp -d \"$SQUALL_RESULTS/run-XXXXXX\") && : > \"$d/manifest.json\" && echo done'";

    @TempDir
    private Path folder;

    @Test
    void turns_are_taken_so_that_a_drift_falls_on_both_sides() {
        assertThat(SideOrder.INTERLEAVED.turns(4)).containsExactly(0, 1, 1, 0, 0, 1, 1, 0);
        assertThat(SideOrder.ONE_SIDE_FIRST.turns(2)).containsExactly(0, 0, 1, 1);
    }

    @Test
    void each_turn_has_a_run_directory_of_its_own() throws IOException, InterruptedException {
        CommandRepetition repetition = new CommandRepetition();
        CommandRepetition.RepeatedRun one =
                repetition.turn(0, MAKES_ONE, folder.resolve("A")).orElseThrow();
        CommandRepetition.RepeatedRun two =
                repetition.turn(0, MAKES_ONE, folder.resolve("A")).orElseThrow();
        assertThat(one.run()).hasParent(folder.resolve("A")).isNotEqualTo(two.run());
        assertThat(one.exitCode()).isZero();
        assertThat(folder.resolve("A/output.txt")).hasContent("done\ndone");
    }

    @Test
    void a_command_line_may_begin_with_an_assignment_and_end_badly() throws IOException, InterruptedException {
        String command =
                "CODE=3 sh -c 'mkdir \"$SQUALL_RESULTS/run\" && : > \"$SQUALL_RESULTS/run/manifest.json\"; exit $CODE'";
        assertThat(new CommandRepetition().turn(1, command, folder))
                .contains(new CommandRepetition.RepeatedRun(1, folder.resolve("run"), 3));
    }

    @Test
    void a_command_that_leaves_no_run_directory_is_an_error() {
        assertThatThrownBy(() -> new CommandRepetition().turn(0, "true", folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "'true' ended with 0 and made 0 run directories in " + folder + ", one is wanted: ");
    }

    @Test
    void after_a_stop_no_turn_begins() throws IOException, InterruptedException {
        CommandRepetition repetition = new CommandRepetition();
        repetition.stop();
        assertThat(repetition.turn(0, MAKES_ONE, folder.resolve("A"))).isEmpty();
        assertThat(folder.resolve("A")).doesNotExist();
    }

    @Test
    void a_second_signal_ends_the_running_command() throws Exception {
        CommandRepetition repetition = new CommandRepetition();
        String waits = "sh -c ': > \"$SQUALL_RESULTS/begun\"; exec sleep 600'";
        CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> taken(repetition, waits));
        awaitFile(folder.resolve("begun"));
        repetition.stopNow();
        assertThat(ended.get(60, TimeUnit.SECONDS)).isFalse();
    }

    private boolean taken(CommandRepetition repetition, String command) {
        try {
            return repetition.turn(0, command, folder).isPresent();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitFile(Path file) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
        while (!Files.exists(file)) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
    }
}
