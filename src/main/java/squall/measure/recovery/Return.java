package squall.measure.recovery;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The way back to the baseline.
 *
 * @param fromHealing empty if it was not healed while it was watched
 * @param ladder how long it took to several shares of the baseline's goodput, by the same rule without latency
 */
public record Return(Recovery fromInjection, Optional<Recovery> fromHealing, List<Rung> ladder) {
    private static final double[] SHARES = {0.80, 0.90, 0.95, 0.98, 0.99};

    /** @param recovery from the healing, or from the injection if it was not healed; empty: the baseline itself does not reach this share */
    public record Rung(double share, Optional<Recovery> recovery) {}

    public Return {
        ladder = List.copyOf(ladder);
    }

    /** @param seen the second in which the impact was first seen; the injection's if none was */
    static Return of(Series run, Span span, Yardstick yardstick, long seen) {
        Series watched = span.whole(run);
        long last = span.healed().orElse(span.injected());
        return new Return(
                Recovery.of(watched, yardstick, span.injected(), seen),
                span.healed().stream()
                        .mapToObj(healed -> Recovery.of(watched, yardstick, healed, Math.max(healed, seen)))
                        .findFirst(),
                DoubleStream.of(SHARES)
                        .mapToObj(share -> rung(share, watched, yardstick.at(share), last))
                        .toList());
    }

    private static Rung rung(double share, Series watched, Yardstick yardstick, long from) {
        return new Rung(
                share,
                yardstick.fitsBaseline() ? Optional.of(Recovery.of(watched, yardstick, from)) : Optional.empty());
    }
}
