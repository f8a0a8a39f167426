package squall.adversity.safety;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import squall.scenario.Choice;

/** Injections of one fault into one node. */
final class Undos {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Undos() {}

    static Undo undo(String id) {
        return new Undo(
                "a1b2c3",
                id,
                new Choice("world", Map.of("name", "blue")),
                Choice.of("disturb"),
                List.of("n1"),
                Map.of(),
                NOON);
    }

    static Line line(String id, Stage stage) {
        return new Line(undo(id), stage, NOON, "");
    }
}
