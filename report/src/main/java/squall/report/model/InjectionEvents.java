package squall.report.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import squall.engine.phases.FaultText;
import squall.results.RecordedEvent;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Assembly of the events of faults, one injection from its inject to its verified heal. */
final class InjectionEvents {
    private static final String BEGINNING = "inject";
    private static final Set<String> STEPS = Set.of(BEGINNING, "effective", "heal", "verified");

    private InjectionEvents() {}

    /** Returns the injections in the order in which they were begun; each repetition is one of its own. */
    static List<ReportedInjection> of(List<RecordedEvent> events) {
        List<ReportedInjection> all = new ArrayList<>();
        Map<String, Integer> latest = new HashMap<>();
        for (RecordedEvent event : events) {
            if (isStep(event)) {
                RecordedEvent.FaultStep step = event.step();
                String key = step.phase() + "/" + step.injection();
                if (event.type().equals(BEGINNING) || !latest.containsKey(key)) {
                    latest.put(key, all.size());
                    all.add(begun(event, step));
                }
                // A step that failed was not taken.
                if (step.ok().orElse(true)) {
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

    private static ReportedInjection begun(RecordedEvent event, RecordedEvent.FaultStep step) {
        String fault = step.fault().orElse(event.detail());
        return new ReportedInjection(
                new FaultText(fault, step.target()).shown(),
                step.kind().orElse(step.phase().isEmpty() ? "fault" : step.phase()),
                ReportedInjection.Stretch.NONE,
                OptionalDouble.empty(),
                ReportedInjection.Stretch.NONE,
                OptionalDouble.empty());
    }

    static Table table(List<ReportedInjection> injections) {
        return new Table(
                "faults",
                "Faults",
                "Injecting, healing: when that began. Injected, healed: when its commands had returned. In effect, gone: a probe saw it.",
                List.of(
                        Column.text("fault", "fault", Column.KEY),
                        Column.text("lane", "phase", Column.KEY),
                        Column.number("injecting_s", "injecting", 20),
                        Column.number("injected_s", "injected", 14),
                        Column.number("effective_s", "in effect", 15),
                        Column.number("healing_s", "healing", 18),
                        Column.number("healed_s", "healed", 13),
                        Column.number("verified_s", "gone", 12)),
                injections.stream().map(InjectionEvents::row).toList());
    }

    private static List<TableCell> row(ReportedInjection injection) {
        return List.of(
                TableCell.words(injection.name()).linked(place(injection)),
                TableCell.words(injection.lane()),
                second(injection.injecting().from()),
                second(injection.injecting().to()),
                second(injection.effective()),
                second(injection.healing().from()),
                second(injection.healing().to()),
                second(injection.verified()));
    }

    private static String place(ReportedInjection injection) {
        double from = injection.begin().orElse(0);
        double to = injection.end().orElse(from);
        return "#t=" + (long) Math.max(0, from - 15) + "-" + (long) (to + 60);
    }

    private static TableCell second(OptionalDouble seconds) {
        return seconds.isEmpty()
                ? TableCell.none()
                : TableCell.figure(seconds.getAsDouble(), HumanNumbers.clock((long) seconds.getAsDouble()));
    }
}
