package squall.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Return;
import squall.measure.recovery.Toll;

/** Which figures of a phase are no worse than what the controls scored without a fault. */
final class Noise {
    private Noise() {}

    /** The names of those figures; none if there was no control. */
    static List<String> of(Collection<Toll> controls, Collection<Toll> tolls) {
        List<String> within = new ArrayList<>();
        if (controls.isEmpty() || tolls.isEmpty()) {
            return within;
        }
        add(
                "availability",
                within,
                controls,
                tolls,
                toll -> 1 - toll.outage().availability().share());
        add("detected_after_s", within, controls, tolls, Noise::detected);
        add("outage_s", within, controls, tolls, toll -> toll.outage().outageSeconds());
        add("degraded_s", within, controls, tolls, toll -> toll.outage().degradedSeconds());
        add("spike_s", within, controls, tolls, toll -> toll.outage().spikeSeconds());
        add("recovery", within, controls, tolls, Noise::recovery);
        add("lost_goodput", within, controls, tolls, toll -> toll.lost().seconds());
        return within;
    }

    private static void add(
            String name,
            List<String> within,
            Collection<Toll> controls,
            Collection<Toll> tolls,
            ToDoubleFunction<Toll> badness) {
        if (worst(tolls, badness) <= worst(controls, badness)) {
            within.add(name);
        }
    }

    private static double worst(Collection<Toll> tolls, ToDoubleFunction<Toll> badness) {
        return tolls.stream().mapToDouble(badness).max().orElse(0);
    }

    private static double detected(Toll toll) {
        return toll.outage().detectedAfterSeconds().isPresent() ? 1 : 0;
    }

    private static double recovery(Toll toll) {
        return toll.back()
                .flatMap(Return::fromHealing)
                .map(recovery -> switch (recovery) {
                    case Recovery.Recovered recovered ->
                        (double) recovered.after().toSeconds();
                    case Recovery.LongerThan longer -> Double.POSITIVE_INFINITY;
                })
                .orElse(Double.POSITIVE_INFINITY);
    }
}
