package squall.run.conduct;

import java.util.List;
import java.util.Optional;
import squall.measure.recovery.Series;
import squall.measure.recovery.Yardstick;
import squall.run.Event;
import squall.run.RunResult;

/**
 * A run under a scenario, as it went.
 *
 * @param series every second of it
 * @param yardstick what it was measured by; empty if there was no steady baseline
 * @param strikes in the order in which they came
 * @param troubles why it did not come to its end; empty if it did, or somebody ended it
 * @param unheard what happened after the run's listeners had heard the last: healing after a run that failed, for example
 */
public record Conducted(
        RunResult result,
        Series series,
        Optional<Yardstick> yardstick,
        List<Strike> strikes,
        List<Trouble> troubles,
        List<Event> unheard) {
    public Conducted {
        strikes = List.copyOf(strikes);
        troubles = List.copyOf(troubles);
        unheard = List.copyOf(unheard);
    }
}
