package squall.engine.phases;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.scenario.Injection;

/**
 * What is to be injected at one time.
 *
 * @param phase index in the scenario's phases
 * @param phaseName its name
 * @param name of its windows
 * @param parts injected together
 * @param settle how long is waited before; zero where it follows another at once
 * @param gap how long is waited after the healing until the next; empty: until the system is back
 */
record InjectionGroup(
        int phase, String phaseName, String name, List<Part> parts, Duration settle, Optional<Duration> gap) {
    /**
     * One injection.
     *
     * @param injection index in the phase
     * @param round which time it is
     * @param name within the phase
     * @param fault its kind, as the scenario names it
     */
    record Part(int injection, int round, String name, String fault, Injection.HoldTime hold) {}

    InjectionGroup {
        parts = List.copyOf(parts);
    }

    /** Whether nothing of it will be healed before the run ends. */
    boolean stays() {
        return parts.stream().allMatch(part -> part.hold() instanceof Injection.HoldTime.UntilRunEnd);
    }
}
