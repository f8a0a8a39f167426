package squall.report.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioEvent;
import squall.report.model.ReportedInjection.Stretch;
import squall.results.RecordedEvent;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Assembly of the events of faults, one injection from its inject to its verified heal. */
final class InjectionEvents {
    private static final Set<ScenarioEvent> STEPS =
            EnumSet.of(ScenarioEvent.INJECT, ScenarioEvent.EFFECTIVE, ScenarioEvent.HEAL, ScenarioEvent.VERIFIED);

    private static final List<TableField<ReportedInjection>> FIELDS = List.of(
            TableField.text(
                    "fault",
                    "fault",
                    Column.KEY,
                    fault -> TableCell.words(fault.name()).linked(place(fault))),
            TableField.words("lane", "phase", Column.KEY, fault -> fault.lane()),
            TableField.number(
                    "injecting_s",
                    "injecting",
                    20,
                    fault -> second(fault.injecting().from())),
            TableField.number(
                    "injected_s",
                    "injected",
                    14,
                    fault -> second(fault.injecting().to())),
            TableField.number("effective_s", "in effect", 15, fault -> second(fault.effective())),
            TableField.number(
                    "healing_s", "healing", 18, fault -> second(fault.healing().from())),
            TableField.number(
                    "healed_s", "healed", 13, fault -> second(fault.healing().to())),
            TableField.number("verified_s", "gone", 12, fault -> second(fault.verified())));

    private InjectionEvents() {}

    /** Returns the injections in the order in which they were begun; each repetition is one of its own. */
    static List<ReportedInjection> of(List<RecordedEvent> events) {
        List<ReportedInjection> all = new ArrayList<>();
        Map<String, Integer> latest = new HashMap<>();
        for (RecordedEvent event : events) {
            Optional<ScenarioEvent> kind = step(event);
            if (kind.isEmpty()) {
                continue;
            }
            RecordedEvent.FaultStep step = event.step();
            String key = step.phase() + "/" + step.injection();
            if (event.is(ScenarioEvent.INJECT) || !latest.containsKey(key)) {
                latest.put(key, all.size());
                all.add(begun(event, step));
            }
            // A step that failed was not taken.
            if (step.ok().orElse(true)) {
                Stretch stretch = Stretch.of(event.atNs() / 1e9, event.endNs() / 1e9);
                all.set(latest.get(key), all.get(latest.get(key)).with(kind.get(), stretch));
            }
        }
        return all;
    }

    /** Returns the step of a fault that an event is about; empty if it is about something else. */
    static Optional<ScenarioEvent> step(RecordedEvent event) {
        return ScenarioEvent.of(event.type()).filter(STEPS::contains);
    }

    private static ReportedInjection begun(RecordedEvent event, RecordedEvent.FaultStep step) {
        String fault = step.fault().orElse(event.detail());
        return new ReportedInjection(
                new FaultText(fault, step.target()).shown(),
                step.kind().orElse(step.phase().isEmpty() ? "fault" : step.phase()),
                step.injection(),
                Map.of());
    }

    static Table table(List<ReportedInjection> injections) {
        return Table.of(
                "faults",
                "Faults",
                List.of(
                        "Injecting, healing: when that began. Injected, healed: when its commands had returned. In effect, gone: a probe saw it."),
                FIELDS,
                injections);
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
