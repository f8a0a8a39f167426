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
public final class WatchdogJournal implements JournalWriter, Closeable {
    private final UndoJournal journal;
    private final HealWatchdog sentinel;
    private final Map<String, UndoJournal.JournalEntry> last = new HashMap<>();
    private final Lock turn = new ReentrantLock();

    /** @param known how far injections have come that were begun before */
    public WatchdogJournal(UndoJournal journal, HealWatchdog sentinel, Collection<UndoJournal.JournalEntry> known) {
        this.journal = journal;
        this.sentinel = sentinel;
        known.forEach(line -> last.put(line.undo().id(), line));
    }

    @Override
    public void append(UndoJournal.JournalEntry line) throws IOException {
        turn.lock(); // otherwise an older deadline could be written after a newer one
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
