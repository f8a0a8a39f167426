package squall.report.model;

import java.util.OptionalDouble;

/**
 * Injection as recorded in the events of a run; times in seconds since the run began, empty where it did not reach the step.
 *
 * @param name fault and target
 * @param lane key of the chart's line that it shares with others
 * @param injecting when and until when it was injected
 * @param effective when it was seen to be in effect
 * @param healing when and until when it was undone
 * @param verified when it was seen to be gone
 */
public record ReportedInjection(
        String name,
        String lane,
        Stretch injecting,
        OptionalDouble effective,
        Stretch healing,
        OptionalDouble verified) {
    /**
     * Period of a step.
     *
     * @param to the same as its begin where a run was recorded before events had two stamps
     */
    public record Stretch(OptionalDouble from, OptionalDouble to) {
        /** Period of a step that was not reached. */
        public static final Stretch NONE = new Stretch(OptionalDouble.empty(), OptionalDouble.empty());

        public static Stretch of(double from, double to) {
            return new Stretch(OptionalDouble.of(from), OptionalDouble.of(to));
        }
    }

    /** Returns this injection with one more event of the same fault; an event that is no step of a fault changes nothing. */
    ReportedInjection with(String step, double from, double to) {
        return switch (step) {
            case "inject" -> new ReportedInjection(name, lane, Stretch.of(from, to), effective, healing, verified);
            case "effective" -> new ReportedInjection(name, lane, injecting, OptionalDouble.of(to), healing, verified);
            case "heal" -> new ReportedInjection(name, lane, injecting, effective, Stretch.of(from, to), verified);
            case "verified" -> new ReportedInjection(name, lane, injecting, effective, healing, OptionalDouble.of(to));
            default -> this;
        };
    }

    /** Returns the time from which it may have had an effect: no error that it caused is earlier. */
    public OptionalDouble begin() {
        return injecting.from().isPresent() ? injecting.from() : effective;
    }

    /** Returns the time until which it may have had an effect. */
    public OptionalDouble end() {
        return verified.isPresent() ? verified : healing.to();
    }
}
