package squall.report.model;

import java.util.OptionalDouble;

/**
 * A fault as the events of a run tell of it; times in seconds since the run began, empty where it did not come to that.
 *
 * @param name fault and target
 * @param lane what it shares a line of the chart with
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
     * A step that takes time.
     *
     * @param to the same as its begin where a run was recorded before events had two stamps
     */
    public record Stretch(OptionalDouble from, OptionalDouble to) {
        /** It did not come to that. */
        public static final Stretch NONE = new Stretch(OptionalDouble.empty(), OptionalDouble.empty());

        public static Stretch of(double from, double to) {
            return new Stretch(OptionalDouble.of(from), OptionalDouble.of(to));
        }
    }

    /** With one more event of the same fault; what is no step of a fault changes nothing. */
    ReportedInjection with(String step, double from, double to) {
        return switch (step) {
            case "inject" -> new ReportedInjection(name, lane, Stretch.of(from, to), effective, healing, verified);
            case "effective" -> new ReportedInjection(name, lane, injecting, OptionalDouble.of(to), healing, verified);
            case "heal" -> new ReportedInjection(name, lane, injecting, effective, Stretch.of(from, to), verified);
            case "verified" -> new ReportedInjection(name, lane, injecting, effective, healing, OptionalDouble.of(to));
            default -> this;
        };
    }

    /** From when on it may have had an effect: no error that it caused is earlier. */
    public OptionalDouble begin() {
        return injecting.from().isPresent() ? injecting.from() : effective;
    }

    /** Until when it may have had one. */
    public OptionalDouble end() {
        return verified.isPresent() ? verified : healing.to();
    }
}
