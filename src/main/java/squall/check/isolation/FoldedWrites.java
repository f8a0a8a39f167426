package squall.check.isolation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Memory of transactions that are folded away together: of each key only its newest version is remembered. Used by one thread. */
final class FoldedWrites {
    private final Map<Long, List<FoldedWrite>> byKey = new HashMap<>();

    /** Write of a committed transaction. @param replaced the version that it replaced; empty if that is not known */
    private record FoldedWrite(Optional<Long> replaced, long version, long endNs) {}

    /** Adds a key that was written, by a committed transaction or not. */
    void key(long key) {
        ofKey(key);
    }

    /** Adds a write of a committed transaction. */
    void add(long key, Optional<Long> replaced, long version, long endNs) {
        ofKey(key).add(new FoldedWrite(replaced, version, endNs));
    }

    private List<FoldedWrite> ofKey(long key) {
        return byKey.computeIfAbsent(key, none -> new ArrayList<>());
    }

    /**
     * Puts the newest version of each key among the one that was known and those that are folded.
     *
     * @param complete whether no transaction is missing, so that a key that was never settled was never written
     */
    void settleIn(SettledVersions settled, boolean complete) {
        byKey.forEach((key, writes) -> settle(key, writes, settled, complete));
    }

    private static void settle(long key, List<FoldedWrite> writes, SettledVersions settled, boolean complete) {
        boolean isOrdered = settled.contains(key) ? settled.isOrdered(key) : !settled.forgot() && complete;
        long newest = settled.version(key);
        Map<Long, FoldedWrite> byReplaced = new HashMap<>();
        for (FoldedWrite write : writes) {
            write.replaced().ifPresent(before -> byReplaced.put(before, write));
        }
        int chained = 0;
        FoldedWrite next = byReplaced.remove(newest);
        while (next != null) {
            chained++;
            newest = next.version();
            next = byReplaced.remove(newest);
        }
        if (chained < writes.size()) {
            isOrdered = false;
            newest = writes.stream()
                    .max(Comparator.comparingLong(FoldedWrite::endNs))
                    .orElseThrow()
                    .version();
        }
        settled.put(key, newest, isOrdered);
    }

    /** Puts the version of each key that was added last, of which nothing is known to be older. */
    void putLastIn(SettledVersions settled) {
        byKey.forEach((key, writes) -> {
            if (!writes.isEmpty()) {
                settled.put(key, writes.getLast().version(), false);
            }
        });
    }
}
