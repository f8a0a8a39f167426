package squall.engine.phases;

import java.util.List;
import java.util.Optional;
import squall.measure.recovery.FaultSpan;

/**
 * Injections that came and went together, and when.
 *
 * @param phase index in the scenario's phases
 * @param name of its windows: that of the phase, with a suffix if there are several
 * @param span empty if none was injected
 * @param ending how far it was watched
 * @param startedDegraded whether the system had not recovered from the previous injection
 */
public record InjectionResult(
        int phase,
        String name,
        List<InjectionRecord> injections,
        Optional<FaultSpan> span,
        End ending,
        boolean startedDegraded) {
    /** The last second in which an injection was observed. */
    public enum End {
        /** Until it was back, or too late. */
        WATCHED,
        /** Until the next one of the same phase, which came sooner than anything could settle. */
        FOLLOWED,
        /** The run was to end. */
        CUT
    }

    public InjectionResult {
        injections = List.copyOf(injections);
    }
}
