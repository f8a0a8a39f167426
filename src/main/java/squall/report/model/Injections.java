package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import squall.cli.Figures;
import squall.results.RecordedEvent;

/** Puts the events of faults together, one injection from its inject to its verified heal. */
final class Injections {
    private static final String BEGINNING = "inject";
    private static final Set<String> STEPS = Set.of(BEGINNING, "effective", "heal", "verified");

    private Injections() {}

    /** In the order in which they were begun; one that is repeated is another each time. */
    static List<Injection> of(List<RecordedEvent> events) {
        List<Injection> all = new ArrayList<>();
        Map<String, Integer> latest = new HashMap<>();
        for (RecordedEvent event : events) {
            if (isStep(event)) {
                String key = event.json().path("phase").asText() + "/"
                        + event.json().path("injection").asText();
                if (event.type().equals(BEGINNING) || !latest.containsKey(key)) {
                    latest.put(key, all.size());
                    all.add(begun(event));
                }
                // A step that failed was not taken.
                if (event.json().path("ok").asBoolean(true)) {
                    all.set(
                            latest.get(key),
                            all.get(latest.get(key)).with(event.type(), event.atNs() / 1e9, event.endNs() / 1e9));
                }
            }
        }
        return all;
    }

    static boolean isStep(RecordedEvent event) {
        return STEPS.contains(event.type());
    }

    private static Injection begun(RecordedEvent event) {
        JsonNode json = event.json();
        String fault = json.path("fault").asText(event.detail());
        String target = json.path("target").asText();
        return new Injection(
                target.isEmpty() ? fault : fault + " of " + target,
                json.path("kind").asText(json.path("phase").asText("fault")),
                Injection.Stretch.NONE,
                OptionalDouble.empty(),
                Injection.Stretch.NONE,
                OptionalDouble.empty());
    }

    static Grid grid(List<Injection> injections) {
        return new Grid(
                "faults",
                "Faults",
                "Injecting, healing: when that began. Injected, healed: when its commands had returned. In effect, gone: a probe saw it.",
                List.of(
                        Column.text("fault", "fault", 99),
                        Column.text("lane", "phase", 10),
                        Column.number("injecting_s", "injecting", 20),
                        Column.number("injected_s", "injected", 14),
                        Column.number("effective_s", "in effect", 15),
                        Column.number("healing_s", "healing", 18),
                        Column.number("healed_s", "healed", 13),
                        Column.number("verified_s", "gone", 12)),
                injections.stream().map(Injections::row).toList());
    }

    private static List<Cell> row(Injection injection) {
        return List.of(
                Cell.text(injection.name()).linked(place(injection)),
                Cell.text(injection.lane()),
                second(injection.injecting().from()),
                second(injection.injecting().to()),
                second(injection.effective()),
                second(injection.healing().from()),
                second(injection.healing().to()),
                second(injection.verified()));
    }

    private static String place(Injection injection) {
        double from = injection.begin().orElse(0);
        double to = injection.end().orElse(from);
        return "#t=" + (long) Math.max(0, from - 15) + "-" + (long) (to + 60);
    }

    private static Cell second(OptionalDouble seconds) {
        return seconds.isEmpty()
                ? Cell.none()
                : new Cell(Figures.clock((long) seconds.getAsDouble()), seconds, Tone.PLAIN, "");
    }
}
