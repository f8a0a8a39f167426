package squall.adversity.probe.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.intent.IntentLogFile.Origin;
import squall.check.DataAnomaly;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.PollDeadline;

class IntentLogTest {
    private static final ErrorCode GONE = new ErrorCode(ErrorKind.CONNECTION, "08006");

    @TempDir
    Path folder;

    /** Listener that keeps what a reader is told, a line each. */
    private static final class Heard implements WriteIntents {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void sending(WriteIntents.ProbeWrite write) {
            lines.add("sending " + write.probe() + " " + write.stream() + " " + write.number());
        }

        @Override
        public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
            lines.add(outcome.getClass().getSimpleName() + " " + write.number() + " at " + atNs + " by '" + endpoint
                    + "'");
        }

        @Override
        public void found(String probe, DataAnomaly anomaly, String example) {
            lines.add(probe + " " + anomaly + " " + example);
        }

        @Override
        public void removing() {
            lines.add("removing");
        }
    }

    @Test
    void what_was_told_is_told_again() throws IOException {
        try (IntentLog log = IntentLog.begin(file(), new Origin("a1b2c3", "boot"))) {
            log.sending(row(0));
            log.ended(row(0), Outcome.OK, 5_213_000_000L, "127.0.0.1:5432");
            log.sending(row(1));
            log.ended(row(1), new Outcome.Unknown(GONE, "gone"), 6_000_000_000L, "");
            log.sending(row(2));
            log.ended(row(2), new Outcome.Refused(GONE, "no"), 7_000_000_000L, "n 2");
            log.found("register", DataAnomaly.STALE, "key 3: version 1\nread");
            log.removing();
        }
        Heard heard = new Heard();
        assertThat(IntentLogFile.read(file(), heard)).isEqualTo(new Origin("a1b2c3", "boot"));
        assertThat(heard.lines)
                .containsExactly(
                        "sending ledger 7 0",
                        "Ok 0 at 5213000000 by '127.0.0.1:5432'",
                        "sending ledger 7 1",
                        "Unknown 1 at 6000000000 by ''",
                        "sending ledger 7 2",
                        "Refused 2 at 7000000000 by 'n 2'",
                        "register STALE key 3: version 1 read",
                        "removing");
        assertThat(IntentLogFile.removed(file())).isTrue();
    }

    @Test
    void a_line_is_there_for_others_before_its_write_is_sent() throws IOException {
        try (IntentLog log = IntentLog.begin(file(), new Origin("a1b2c3", ""))) {
            log.sending(row(0));
            assertThat(file()).hasContent("squall-intents 1 a1b2c3 -\nledger 7 0 sent\n");
        }
    }

    @Test
    void a_line_that_was_cut_off_did_not_happen_and_is_written_over() throws IOException {
        IntentLog.begin(file(), new Origin("a1b2c3", "")).close();
        Files.writeString(file(), "ledger 7 0 sent\nledger 7 0 ok 12", StandardOpenOption.APPEND);
        assertThat(heard()).containsExactly("sending ledger 7 0");
        try (IntentLog log = IntentLog.reopen(file())) {
            log.removing();
        }
        assertThat(heard()).containsExactly("sending ledger 7 0", "removing");
    }

    @Test
    void what_was_written_is_forced_to_the_disk_without_a_waiting_reader() throws Exception {
        try (IntentLog log = IntentLog.begin(file(), new Origin("a1b2c3", ""))) {
            log.sending(row(0));
            assertThat(PollDeadline.in(Duration.ofMinutes(2))
                            .await(() -> log.cost().forced() > 0))
                    .isTrue();
            assertThat(log.cost().lines()).isEqualTo(2);
        }
    }

    @Test
    void an_interrupted_writer_does_not_end_the_log() throws IOException {
        try (IntentLog log = IntentLog.begin(file(), new Origin("a1b2c3", ""))) {
            Thread.currentThread().interrupt();
            log.sending(row(0));
            log.removing();
            assertThat(Thread.interrupted()).isTrue();
            log.sending(row(1));
            assertThat(log.failure()).isEmpty();
        }
        assertThat(heard()).containsExactly("sending ledger 7 0", "removing", "sending ledger 7 1");
    }

    @Test
    void a_log_that_cannot_be_written_lets_nothing_be_sent() throws IOException {
        IntentLog log = IntentLog.begin(file(), new Origin("a1b2c3", ""));
        log.close();
        assertThatThrownBy(() -> log.sending(row(0))).isInstanceOf(IOException.class);
        assertThat(log.failure()).isPresent();
        assertThatThrownBy(() -> log.sending(row(0))).hasMessageStartingWith("the intent log has ended: ");
    }

    @Test
    void a_log_of_another_version_is_told_from_a_damaged_one() throws IOException {
        Files.writeString(file(), "squall-intents 2 a1b2c3 -\n");
        assertThatThrownBy(this::heard).hasMessage(file() + ":1: version 2, known is 1");
        Files.writeString(file(), "squall-intents 1 a1b2c3 -\nledger 7 x sent\n");
        assertThatThrownBy(this::heard).hasMessage(file() + ":2: For input string: \"x\"");
    }

    @Test
    void only_another_start_of_the_machine_cuts_by_machine() throws IOException {
        assertThat(Origin.here("a1b2c3").cutByMachine()).isFalse();
        assertThat(new Origin("a1b2c3", "another").cutByMachine()).isTrue();
    }

    private List<String> heard() throws IOException {
        Heard heard = new Heard();
        IntentLogFile.read(file(), heard);
        return heard.lines;
    }

    private Path file() {
        return folder.resolve(IntentLog.NAME);
    }

    private static WriteIntents.ProbeWrite row(long number) {
        return new WriteIntents.ProbeWrite("ledger", 7, number);
    }
}
