package squall.adversity.safety;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.scenario.ProviderSpec;

/** Factory of injections of one fault into one node. */
final class Undos {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Undos() {}

    static UndoRecord undo(String id) {
        return new UndoRecord(
                "a1b2c3",
                id,
                new ProviderSpec("world", Map.of("name", "blue")),
                ProviderSpec.of("disturb"),
                List.of("n1"),
                Map.of(),
                NOON,
                0);
    }

    static UndoJournal.JournalEntry line(String id, Stage stage) {
        return new UndoJournal.JournalEntry(undo(id), stage, NOON, "");
    }
}
