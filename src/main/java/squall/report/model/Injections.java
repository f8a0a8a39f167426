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
    private static final OptionalDouble NOT_YET = OptionalDouble.empty();

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
                    boolean seen =
                            event.type().equals("effective") || event.type().equals("verified");
                    double second = (seen ? event.endNs() : event.atNs()) / 1e9;
                    all.set(latest.get(key), all.get(latest.get(key)).with(event.type(), second));
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
                NOT_YET,
                NOT_YET,
                NOT_YET,
                NOT_YET);
    }

    static Grid grid(List<Injection> injections) {
        return new Grid(
                "faults",
                "Faults",
                "Injected: injecting began. In effect: a probe saw it. Healed: healing began. Gone: a probe saw that.",
                List.of(
                        Column.text("fault", "fault", 99),
                        Column.text("lane", "phase", 10),
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
