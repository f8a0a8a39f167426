package squall.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Collection of anomalies: their counts and the first examples. Thread-safe. */
public final class DataAnomalies {
    private static final int EXAMPLES = 3;

    private final Map<DataAnomaly, LongAdder> counts = new EnumMap<>(DataAnomaly.class);
    private final Map<DataAnomaly, Queue<String>> examples = new EnumMap<>(DataAnomaly.class);

    public DataAnomalies() {
        for (DataAnomaly anomaly : DataAnomaly.values()) {
            counts.put(anomaly, new LongAdder());
            examples.put(anomaly, new ConcurrentLinkedQueue<>());
        }
    }

    /** @param example the key and the value found */
    public void add(DataAnomaly anomaly, String example) {
        add(anomaly, 1, example);
    }

    /** Adds several anomalies of one kind, with one example. */
    public void add(DataAnomaly anomaly, long more, String example) {
        LongAdder count = counts.get(anomaly);
        Queue<String> kept = examples.get(anomaly);
        if (count == null || kept == null) {
            throw new IllegalStateException("no counter for " + anomaly);
        }
        count.add(more);
        if (kept.size() < EXAMPLES) { // may keep a few more when threads race, which does no harm
            kept.add(example);
        }
    }

    public long count(DataAnomaly anomaly) {
        LongAdder count = counts.get(anomaly);
        return count == null ? 0 : count.sum();
    }

    public boolean none() {
        return counts.values().stream().allMatch(count -> count.sum() == 0);
    }

    /** Describes the anomalies, for example {@code 2 lost (key 7: no row; key 9: no row), 1 torn (…)}; empty if there are none. */
    public String text() {
        List<String> told = new ArrayList<>();
        examples.forEach((anomaly, some) -> {
            if (count(anomaly) > 0) {
                told.add(count(anomaly) + " " + anomaly.label() + " (" + String.join("; ", some) + ")");
            }
        });
        return String.join(", ", told);
    }
}
