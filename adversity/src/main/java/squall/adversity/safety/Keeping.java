package squall.adversity.safety;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The journal of a run and its sentinel, from before the first fault until nothing is left of any.
 *
 * <p>What is still open when it is closed stays with the sentinel, which tries to heal it when this process is gone; the next run
 * refuses to begin meanwhile.
 */
public final class Keeping implements AutoCloseable {
    private final Journals journals;
    private final String run;
    private final Sentinel sentinel;
    private final WatchedJournal journal;

    private Keeping(Journals journals, String run, Sentinel sentinel, WatchedJournal journal) {
        this.journals = journals;
        this.run = run;
        this.sentinel = sentinel;
        this.journal = journal;
    }

    /**
     * Begins the journal and starts the sentinel.
     *
     * @param healing what the sentinel runs: a Java main class and its arguments
     */
    public static Keeping begin(Journals journals, String run, List<String> healing)
            throws IOException, InterruptedException {
        Sentinel sentinel = new Sentinel(journals, run);
        Journal journal = journals.begin(run);
        sentinel.start(Owner.here(), healing);
        return new Keeping(journals, run, sentinel, new WatchedJournal(journal, sentinel, List.of()));
    }

    /** Six hexadecimal digits. */
    public String run() {
        return run;
    }

    public Chronicle chronicle() {
        return journal;
    }

    /** Where the journal stands while something may be open. */
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
        Optional<Story> story = journals.story(run);
        if (story.isEmpty() || story.get().open().isEmpty()) {
            sentinel.dismiss();
            journals.retire(run);
        }
    }
}
