package squall.check.isolation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts anomalies, and keeps the first few witnesses of each. */
final class AnomalyLog {
    private static final int KEPT = 8;

    private final Map<Anomaly, Long> counts = new EnumMap<>(Anomaly.class);
    private final Map<Anomaly, List<Witness>> witnesses = new EnumMap<>(Anomaly.class);

    void add(Anomaly anomaly, Supplier<List<Witness.Step>> steps) {
        counts.merge(anomaly, 1L, Long::sum);
        List<Witness> kept = witnesses.computeIfAbsent(anomaly, none -> new ArrayList<>());
        if (kept.size() < KEPT) {
            kept.add(new Witness(anomaly, steps.get()));
        }
    }

    boolean has(Anomaly anomaly) {
        return counts.containsKey(anomaly);
    }

    Map<Anomaly, Long> counts() {
        return counts;
    }

    List<Witness> witnesses() {
        return witnesses.values().stream().flatMap(List::stream).toList();
    }
}
