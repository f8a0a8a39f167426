package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Return;
import squall.measure.recovery.Toll;
import squall.run.conduct.Conducted;
import squall.run.conduct.Fate;
import squall.run.conduct.Injected;
import squall.run.conduct.Strike;

/**
 * A strike and what it cost.
 *
 * @param toll empty if nothing was injected, or nothing is known of the time after
 * @param lanes likewise, and if there were no lanes
 */
public record StrikeOutcome(Strike strike, Optional<Toll> toll, Optional<LaneOutages> lanes) {
    static StrikeOutcome of(Strike strike, Conducted conducted, Evidence evidence) {
        Optional<Toll> toll = strike.span()
                .filter(span -> span.whole(conducted.series()).seconds() > 0)
                .flatMap(span -> conducted
                        .yardstick()
                        .map(yardstick ->
                                Toll.of(conducted.series(), span, yardstick, strike.ending() != Strike.End.FOLLOWED)));
        Optional<LaneOutages> lanes = strike.span()
                .filter(span -> !evidence.lanes().isEmpty())
                .map(span -> LaneOutages.of(evidence.lanes(), span));
        return new StrikeOutcome(strike, toll, lanes);
    }

    /** Faults that were asked for and not seen to be in effect, a line each. */
    List<String> withoutEffect() {
        return strike.injections().stream()
                .filter(injected ->
                        injected.fate() instanceof Fate.WithoutEffect || injected.fate() instanceof Fate.Failed)
                .map(injected -> injected.fault() + ": " + injected.fate().how())
                .toList();
    }

    /** The way back from the injection, where it was watched. */
    Stream<Recovery> fromInjection() {
        return toll.flatMap(Toll::back).map(Return::fromInjection).stream();
    }

    /** The way back from the healing, where it was healed and watched. */
    Stream<Recovery> fromHealing() {
        return toll.flatMap(Toll::back).flatMap(Return::fromHealing).stream();
    }

    Stream<Fate> fates() {
        return strike.injections().stream().map(Injected::fate);
    }
}
