package squall.run.conduct;

import java.util.List;
import java.util.Optional;
import squall.measure.recovery.Span;

/**
 * Injections that came and went together, and when.
 *
 * @param phase index in the scenario's phases
 * @param name of its windows: the phase's, with what tells several apart
 * @param span empty if none was injected
 * @param ending how far it was watched
 * @param startedDegraded whether the system was not back from the strike before
 */
public record Strike(
        int phase, String name, List<Injected> injections, Optional<Span> span, End ending, boolean startedDegraded) {
    /** How far a strike was watched. */
    public enum End {
        /** Until it was back, or too late. */
        WATCHED,
        /** Until the next one of the same phase, which came sooner than anything could settle. */
        FOLLOWED,
        /** The run was to end. */
        CUT
    }

    public Strike {
        injections = List.copyOf(injections);
    }
}
