package squall.measure.recovery;

import java.util.List;
import java.util.Optional;

/**
 * What one disturbance cost, by the load's own operations.
 *
 * @param compared while the fault was there
 * @param back empty if the next injection came too soon to tell
 * @param disturbed how much worse each operation was while the fault was there; none if it was there too short
 * @param recovering likewise after it was healed
 */
public record Toll(
        Span span,
        Outage outage,
        Compared compared,
        Worst worst,
        Optional<Return> back,
        LostGoodput lost,
        List<Ratios> disturbed,
        List<Ratios> recovering) {
    public Toll {
        disturbed = List.copyOf(disturbed);
        recovering = List.copyOf(recovering);
    }

    /**
     * @param run holds the span; later seconds may be there too
     * @param recoveryWatched whether it was watched for long enough after the healing to look for the way back
     */
    public static Toll of(Series run, Span span, Yardstick yardstick, boolean recoveryWatched) {
        Baseline baseline = yardstick.baseline();
        Series watched = span.whole(run);
        Outage outage = Outage.of(watched, baseline);
        Optional<Return> back =
                recoveryWatched ? Optional.of(Return.of(run, span, yardstick, outage.seen(span))) : Optional.empty();
        return new Toll(
                span,
                outage,
                Compared.of(span.disturbed(run), baseline),
                Worst.of(watched),
                back,
                lost(watched, baseline, back.map(Return::fromInjection)),
                Ratios.of(span.disturbed(run), baseline.seconds()),
                Ratios.of(span.recovering(run), baseline.seconds()));
    }

    private static LostGoodput lost(Series watched, Baseline baseline, Optional<Recovery> fromInjection) {
        if (fromInjection.isPresent() && fromInjection.get() instanceof Recovery.Recovered recovered) {
            long back = watched.from() + recovered.after().toSeconds();
            return LostGoodput.of(watched.between(watched.from(), back), baseline, false);
        }
        return LostGoodput.of(watched, baseline, true);
    }
}
