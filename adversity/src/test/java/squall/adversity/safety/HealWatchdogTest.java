package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.PollDeadline;
import squall.system.process.PidFileProcess;

class HealWatchdogTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private Process harness;

    /** Process in the place of a healing: writes down the arguments of its call. */
    static final class Called {
        private Called() {}

        public static void main(String[] args) throws IOException {
            Files.writeString(Path.of(args[0]), String.join(" ", List.of(args).subList(1, args.length)) + "\n");
        }
    }

    @BeforeEach
    void begin() throws Exception {
        harness = new ProcessBuilder("sleep", "600").start();
        watchdog()
                .start(
                        new UndoJournal.JournalOwner(harness.pid(), Instant.now()),
                        List.of(Called.class.getName(), called().toString(), "heal"));
        assertThat(process()).isPresent();
    }

    @AfterEach
    void end() throws Exception {
        harness.destroyForcibly().waitFor();
        watchdog().end();
    }

    @Test
    void it_heals_when_the_run_is_killed_and_then_ends() throws Exception {
        harness.destroyForcibly();
        assertThat(PollDeadline.in(SOON).await(() -> Files.exists(called()))).isTrue();
        assertThat(PollDeadline.in(SOON).await(() -> process().isEmpty())).isTrue();
        assertThat(called()).hasContent("heal");
    }

    @Test
    void it_heals_what_is_overdue_though_the_run_lives() throws Exception {
        watchdog().expect(Optional.of(Instant.now()));
        assertThat(PollDeadline.in(SOON).await(() -> Files.exists(called()) && Files.size(called()) > 0))
                .isTrue();
        assertThat(called()).hasContent("heal --overdue");
    }

    @Test
    void it_ends_with_a_run_that_ends_well() throws Exception {
        Optional<PidFileProcess> living = process();
        Files.delete(folder.resolve("a1b2c3.watch"));
        assertThat(PollDeadline.in(SOON).await(() -> process().isEmpty())).isTrue();
        assertThat(living).isPresent();
        assertThat(called()).doesNotExist();
    }

    private Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(folder.resolve("a1b2c3.watchdog"), folder);
    }

    private Path called() {
        return folder.resolve("called");
    }

    private HealWatchdog watchdog() {
        return new HealWatchdog(new JournalFolder(folder), "a1b2c3");
    }
}
