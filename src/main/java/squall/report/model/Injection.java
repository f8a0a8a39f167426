package squall.report.model;

import java.util.OptionalDouble;

/**
 * A fault as the events of a run tell of it; times in seconds since the run began, empty where it did not come to that.
 *
 * @param name what was done to whom
 * @param lane what it shares a line of the chart with
 * @param injected when injecting began
 * @param effective when it was seen to be in effect
 * @param healed when healing began
 * @param verified when it was seen to be gone
 */
public record Injection(
        String name,
        String lane,
        OptionalDouble injected,
        OptionalDouble effective,
        OptionalDouble healed,
        OptionalDouble verified) {
    /** With one more event of the same fault; what is no step of a fault changes nothing. */
    Injection with(String step, double seconds) {
        OptionalDouble at = OptionalDouble.of(seconds);
        return switch (step) {
            case "inject" -> new Injection(name, lane, at, effective, healed, verified);
            case "effective" -> new Injection(name, lane, injected, at, healed, verified);
            case "heal" -> new Injection(name, lane, injected, effective, at, verified);
            case "verified" -> new Injection(name, lane, injected, effective, healed, at);
            default -> this;
        };
    }
}
