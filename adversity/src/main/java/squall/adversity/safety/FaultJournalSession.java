package squall.adversity.safety;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import squall.adversity.safety.InjectionRun.JournalWriter;
import squall.adversity.safety.UndoJournal.Contents;

/**
 * Session that holds the journal of a run and its watchdog, from before the first fault until nothing is left of any.
 *
 * <p>Faults still open when it is closed stay with the watchdog, which tries to heal them when this process is gone; the next run refuses
 * to begin meanwhile.
 */
public final class FaultJournalSession implements AutoCloseable {
    private final JournalFolder journals;
    private final String run;
    private final HealWatchdog watchdog;
    private final WatchdogJournal journal;

    private FaultJournalSession(JournalFolder journals, String run, HealWatchdog watchdog, WatchdogJournal journal) {
        this.journals = journals;
        this.run = run;
        this.watchdog = watchdog;
        this.journal = journal;
    }

    /**
     * Begins the journal and starts the watchdog.
     *
     * @param healing command of the watchdog: a Java main class and its arguments
     */
    public static FaultJournalSession begin(JournalFolder journals, String run, List<String> healing)
            throws IOException, InterruptedException {
        HealWatchdog watchdog = new HealWatchdog(journals, run);
        UndoJournal journal = journals.begin(run);
        watchdog.start(UndoJournal.JournalOwner.here(), healing);
        return new FaultJournalSession(journals, run, watchdog, new WatchdogJournal(journal, watchdog, List.of()));
    }

    /** Returns the run identifier, six hexadecimal digits. */
    public String run() {
        return run;
    }

    public JournalWriter journalWriter() {
        return journal;
    }

    /** Returns the path of the journal while something may be open. */
    public Path file() {
        return journals.file(run);
    }

    /** Copies the journal to the results. */
    public void copy(Path to) throws IOException {
        journals.copy(run, to);
    }

    @Override
    public void close() throws IOException {
        journal.close();
        Optional<Contents> contents = journals.contents(run);
        if (contents.isEmpty() || contents.get().open().isEmpty()) {
            watchdog.end();
            journals.retire(run);
        }
    }

    /** Journal that reports its earliest deadline to a watchdog. Safe for use by many threads. */
    static final class WatchdogJournal implements JournalWriter, Closeable {
        private final UndoJournal journal;
        private final HealWatchdog watchdog;
        private final Map<String, UndoJournal.JournalEntry> last = new HashMap<>();
        private final Lock turn = new ReentrantLock();

        /** @param known stages of injections that were begun before */
        public WatchdogJournal(UndoJournal journal, HealWatchdog watchdog, Collection<UndoJournal.JournalEntry> known) {
            this.journal = journal;
            this.watchdog = watchdog;
            known.forEach(line -> last.put(line.undo().id(), line));
        }

        @Override
        public void append(UndoJournal.JournalEntry line) throws IOException {
            turn.lock(); // otherwise an older deadline could be written after a newer one
            try {
                journal.append(line);
                last.put(line.undo().id(), line);
                watchdog.expect(earliest());
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
}
