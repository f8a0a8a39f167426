package squall.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Counts what was found wrong, and keeps the first examples. Safe for use by many threads. */
public final class Flaws {
    private static final int EXAMPLES = 3;

    private final Map<Flaw, LongAdder> counts = new EnumMap<>(Flaw.class);
    private final Map<Flaw, Queue<String>> examples = new EnumMap<>(Flaw.class);

    public Flaws() {
        for (Flaw flaw : Flaw.values()) {
            counts.put(flaw, new LongAdder());
            examples.put(flaw, new ConcurrentLinkedQueue<>());
        }
    }

    /** @param example which key, and what was there */
    public void add(Flaw flaw, String example) {
        add(flaw, 1, example);
    }

    /** So many of one kind, with one example of them all. */
    public void add(Flaw flaw, long more, String example) {
        LongAdder count = counts.get(flaw);
        Queue<String> kept = examples.get(flaw);
        if (count == null || kept == null) {
            throw new IllegalStateException("no place for " + flaw);
        }
        count.add(more);
        if (kept.size() < EXAMPLES) { // may keep a few more when threads race, which does no harm
            kept.add(example);
        }
    }

    public long count(Flaw flaw) {
        LongAdder count = counts.get(flaw);
        return count == null ? 0 : count.sum();
    }

    public boolean none() {
        return counts.values().stream().allMatch(count -> count.sum() == 0);
    }

    /** For example {@code 2 lost (key 7: no row; key 9: no row), 1 torn (…)}; empty if there are none. */
    public String told() {
        List<String> told = new ArrayList<>();
        examples.forEach((flaw, some) -> {
            if (count(flaw) > 0) {
                told.add(count(flaw) + " " + flaw.label() + " (" + String.join("; ", some) + ")");
            }
        });
        return String.join(", ", told);
    }
}
