package squall.ycsb.loading;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import squall.spi.Outcome;

/** What became of the rows of a load. For all sessions. */
public final class LoadedRowCounts {
    /** So many rows that were not acknowledged are remembered one by one. */
    static final int REMEMBERED = 100_000;

    private final LongAdder stored = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final Set<Long> doubtful = ConcurrentHashMap.newKeySet();

    void add(long number, Outcome outcome) {
        switch (outcome) {
            case Outcome.Ok ok -> stored.increment();
            case Outcome.Refused not -> {
                refused.increment();
                remember(number);
            }
            case Outcome.Unknown perhaps -> {
                unknown.increment();
                remember(number);
            }
        }
    }

    void skip() {
        skipped.increment();
    }

    /** Rows that were acknowledged. */
    public long stored() {
        return stored.sum();
    }

    /** Rows that were there already. */
    public long skipped() {
        return skipped.sum();
    }

    /** Rows that are certainly not stored. */
    public long refused() {
        return refused.sum();
    }

    /** Rows that may be stored. */
    public long unknown() {
        return unknown.sum();
    }

    /** Whether every row that was not acknowledged is known by its number. */
    boolean complete() {
        return refused() + unknown() <= REMEMBERED;
    }

    boolean mayBeMissing(long number) {
        return doubtful.contains(number);
    }

    private void remember(long number) {
        if (doubtful.size() < REMEMBERED) {
            doubtful.add(number);
        }
    }
}
