package squall.adversity.safety;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A journal whose deadlines a sentinel keeps in sight. */
public final class WatchedJournal implements Chronicle, Closeable {
    private final Journal journal;
    private final Sentinel sentinel;
    private final Map<String, Line> last = new HashMap<>();
    private final Lock turn = new ReentrantLock();

    /** @param known how far injections have come that were begun before */
    public WatchedJournal(Journal journal, Sentinel sentinel, Collection<Line> known) {
        this.journal = journal;
        this.sentinel = sentinel;
        known.forEach(line -> last.put(line.undo().id(), line));
    }

    @Override
    public void append(Line line) throws IOException {
        turn.lock(); // else an older deadline could be told after a newer one
        try {
            journal.append(line);
            last.put(line.undo().id(), line);
            sentinel.expect(earliest());
        } finally {
            turn.unlock();
        }
    }

    private Optional<Instant> earliest() {
        return last.values().stream()
                .filter(line -> line.stage().open())
                .map(line -> line.undo().deadline())
                .min(Instant::compareTo);
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
