package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import squall.cli.Figures;
import squall.results.RecordedEvent;

/** Puts the events of faults together, one injection from its inject to its verified heal. */
final class Injections {
    private static final Set<String> STEPS = Set.of("inject", "effective", "heal", "verified");
    private static final OptionalDouble NOT_YET = OptionalDouble.empty();

    private Injections() {}

    static List<Injection> of(List<RecordedEvent> events) {
        Map<String, Injection> byId = new LinkedHashMap<>();
        for (RecordedEvent event : events) {
            if (isStep(event)) {
                byId.compute(
                        id(event),
                        (id, known) -> (known == null ? begun(id, event) : known)
                                .with(event.type(), event.atNs() / 1e9));
            }
        }
        return List.copyOf(byId.values());
    }

    static boolean isStep(RecordedEvent event) {
        return STEPS.contains(event.type());
    }

    private static String id(RecordedEvent event) {
        return event.json().path("injection").asText(event.json().path("id").asText());
    }

    private static Injection begun(String id, RecordedEvent event) {
        JsonNode json = event.json();
        String kind = json.path("kind").asText("fault");
        String name = json.path("fault").asText(event.detail());
        return new Injection(id, name.isEmpty() ? id : name, kind, NOT_YET, NOT_YET, NOT_YET, NOT_YET);
    }

    static Grid grid(List<Injection> injections) {
        return new Grid(
                "faults",
                "Faults",
                "Injected: its commands had returned. In effect: a probe saw it. Healed: it was undone. Gone: a probe saw that.",
                List.of(
                        Column.text("fault", "fault", 99),
                        Column.text("kind", "kind", 10),
                        Column.number("injected_s", "injected", 20),
                        Column.number("effective_s", "in effect", 15),
                        Column.number("healed_s", "healed", 18),
                        Column.number("verified_s", "gone", 12)),
                injections.stream().map(Injections::row).toList());
    }

    private static List<Cell> row(Injection injection) {
        return List.of(
                Cell.text(injection.name()).linked(place(injection)),
                Cell.text(injection.lane()),
                second(injection.injected()),
                second(injection.effective()),
                second(injection.healed()),
                second(injection.verified()));
    }

    private static String place(Injection injection) {
        double from = injection.injected().orElse(0);
        double to = injection.verified().orElse(injection.healed().orElse(from));
        return "#t=" + (long) Math.max(0, from - 15) + "-" + (long) (to + 60);
    }

    private static Cell second(OptionalDouble seconds) {
        return seconds.isEmpty()
                ? Cell.none()
                : new Cell(Figures.clock((long) seconds.getAsDouble()), seconds, Tone.PLAIN, "");
    }
}
