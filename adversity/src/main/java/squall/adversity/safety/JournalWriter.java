package squall.adversity.safety;

import java.io.IOException;

/** Records the steps of injections, so that another process can continue if this one ends. Any thread may append. */
public interface JournalWriter {
    /** On return the line outlives this process. */
    void append(UndoJournal.JournalEntry line) throws IOException;
}
