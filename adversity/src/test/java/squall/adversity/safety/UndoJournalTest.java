package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.scenario.ProviderSpec;

class UndoJournalTest {
    @TempDir
    Path folder;

    @Test
    void what_was_written_is_read_again() throws Exception {
        UndoJournal.JournalEntry armed = Undos.line("f1", Stage.ARMED);
        UndoJournal.JournalEntry other = new UndoJournal.JournalEntry(
                Undos.undo("f2"),
                Stage.FAILED,
                Undos.NOON,
                Undos.NOON.plusMillis(30_500),
                "n1 is \"still\" disturbed\n");
        write(armed, other);
        assertThat(journals().contents("a1b2c3").orElseThrow().lines()).containsExactly(armed, other);
    }

    /** Covers an old error: the copy in a run directory, which others may read, had the password of a user's own command. */
    @Test
    void the_copy_for_the_results_has_no_secrets() throws Exception {
        ProviderSpec own = new ProviderSpec(
                "exec", Map.of("inject", "sh\n-c\nPGPASSWORD=\"hunter2\" psql -c 'select 1'\n--password\nhunter2"));
        UndoRecord undo = Undos.undo("f1");
        write(new UndoJournal.JournalEntry(
                new UndoRecord(
                        undo.run(), undo.id(), undo.cluster(), own, undo.nodes(), undo.facts(), undo.deadline(), 0),
                Stage.FAILED,
                Undos.NOON,
                "'psql postgresql://me:hunter2@db' ended with 1"));
        Path copy = folder.resolve("faults.jsonl");
        journals().copy("a1b2c3", copy);
        assertThat(file()).content().contains("hunter2");
        assertThat(copy).content().doesNotContain("hunter2");
        assertThat(UndoJournal.read(copy).last().getFirst().undo().fault().options())
                .containsEntry("inject", "sh\n-c\nPGPASSWORD=***\n--password\n***");
    }

    @Test
    void only_what_may_be_left_is_open() throws Exception {
        write(
                Undos.line("f1", Stage.ARMED),
                Undos.line("f2", Stage.PLANNED),
                Undos.line("f3", Stage.INJECTED),
                Undos.line("f1", Stage.HEALED));
        assertThat(journals().contents("a1b2c3").orElseThrow().open())
                .containsExactly(Undos.line("f3", Stage.INJECTED));
    }

    @Test
    void a_torn_last_line_did_not_happen_and_is_written_over() throws Exception {
        write(Undos.line("f1", Stage.ARMED));
        Files.writeString(file(), "{\"v\":1,\"run\":\"a1", StandardOpenOption.APPEND);
        assertThat(journals().contents("a1b2c3").orElseThrow().lines()).containsExactly(Undos.line("f1", Stage.ARMED));
        try (UndoJournal journal = journals().reopen("a1b2c3")) {
            journal.append(Undos.line("f1", Stage.HEALED));
        }
        assertThat(journals().contents("a1b2c3").orElseThrow().lines())
                .containsExactly(Undos.line("f1", Stage.ARMED), Undos.line("f1", Stage.HEALED));
    }

    @Test
    void an_interrupted_writer_does_not_end_the_journal() throws Exception {
        write(Undos.line("f1", Stage.ARMED));
        try (UndoJournal journal = journals().reopen("a1b2c3")) {
            Thread.currentThread().interrupt();
            journal.append(Undos.line("f1", Stage.INJECTED));
            assertThat(Thread.interrupted()).isTrue();
            journal.append(Undos.line("f1", Stage.HEALED));
        }
        assertThat(journals().contents("a1b2c3").orElseThrow().open()).isEmpty();
    }

    @Test
    void an_unknown_state_stops() throws Exception {
        write(Undos.line("f1", Stage.ARMED));
        Files.writeString(file(), Files.readString(file()).replace("ARMED", "TWISTED"));
        assertThatThrownBy(() -> journals().contents("a1b2c3"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file() + ", line 2: unknown state 'TWISTED', known are [PLANNED, ARMED,")
                .hasMessageEndingWith("; heal with the version of Squall that wrote it");
    }

    @Test
    void a_missing_member_stops() throws Exception {
        write(Undos.line("f1", Stage.ARMED));
        Files.writeString(file(), Files.readString(file()).replace("\"nodes\":", "\"knots\":"));
        assertThatThrownBy(() -> journals().contents("a1b2c3"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file() + ", line 2: member 'nodes' is missing");
    }

    @Test
    void an_unknown_version_stops() throws Exception {
        write();
        Files.writeString(file(), Files.readString(file()).replace("\"v\":1", "\"v\":7"));
        assertThatThrownBy(() -> journals().contents("a1b2c3"))
                .hasMessageStartingWith(file() + ", line 1: version 7, known is 1");
    }

    @Test
    void the_owner_of_a_new_journal_lives() throws Exception {
        write();
        assertThat(journals().contents("a1b2c3").orElseThrow().owner().lives()).isTrue();
    }

    @Test
    void a_run_of_no_sane_name_is_refused() {
        assertThatThrownBy(() -> journals().contents("../etc"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a run identifier has six hexadecimal digits, unlike '../etc'");
    }

    private void write(UndoJournal.JournalEntry... lines) throws IOException {
        try (UndoJournal journal = journals().begin("a1b2c3")) {
            for (UndoJournal.JournalEntry line : lines) {
                journal.append(line);
            }
        }
    }

    private Path file() {
        return journals().file("a1b2c3");
    }

    private JournalFolder journals() {
        return new JournalFolder(folder);
    }
}
