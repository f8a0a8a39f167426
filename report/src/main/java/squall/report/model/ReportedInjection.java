package squall.report.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import squall.engine.phases.ScenarioEvent;

/**
 * Injection as recorded in the events of a run; times in seconds since the run began, empty where it did not reach the step.
 *
 * @param name fault and target
 * @param lane key of the chart's line that it shares with others
 * @param injection its name in the events
 * @param steps that succeeded
 */
public record ReportedInjection(String name, String lane, String injection, Map<ScenarioEvent, Stretch> steps) {
    /**
     * Period of a step.
     *
     * @param to the same as its begin where a run was recorded before events had two stamps
     */
    public record Stretch(OptionalDouble from, OptionalDouble to) {
        /** Period of a step that was not reached. */
        static final Stretch NONE = new Stretch(OptionalDouble.empty(), OptionalDouble.empty());

        static Stretch of(double from, double to) {
            return new Stretch(OptionalDouble.of(from), OptionalDouble.of(to));
        }
    }

    public ReportedInjection {
        Map<ScenarioEvent, Stretch> ordered = new EnumMap<>(ScenarioEvent.class);
        ordered.putAll(steps);
        steps = Collections.unmodifiableMap(ordered);
    }

    /** Returns this injection with one more step. */
    ReportedInjection with(ScenarioEvent step, Stretch stretch) {
        Map<ScenarioEvent, Stretch> more = new EnumMap<>(ScenarioEvent.class);
        more.putAll(steps);
        more.put(step, stretch);
        return new ReportedInjection(name, lane, injection, more);
    }

    private Stretch stretch(ScenarioEvent step) {
        return steps.getOrDefault(step, Stretch.NONE);
    }

    public Stretch injecting() {
        return stretch(ScenarioEvent.INJECT);
    }

    /** Returns when it was seen to be in effect. */
    public OptionalDouble effective() {
        return stretch(ScenarioEvent.EFFECTIVE).to();
    }

    public Stretch healing() {
        return stretch(ScenarioEvent.HEAL);
    }

    /** Returns when it was seen to be gone. */
    public OptionalDouble verified() {
        return stretch(ScenarioEvent.VERIFIED).to();
    }

    /** Returns the time from which it may have had an effect: no error that it caused is earlier. */
    public OptionalDouble begin() {
        return injecting().from().isPresent() ? injecting().from() : effective();
    }

    /** Returns the time until which it may have had an effect. */
    public OptionalDouble end() {
        return verified().isPresent() ? verified() : healing().to();
    }
}
