package squall.sysbench;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History.Ending;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.isolation.LoadIsolation;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/**
 * Sequence of the attempts of one session's units of work in a judged run. Each is a transaction of its own, with versions of its own: if one that was
 * rolled back had those of the next, reading what it wrote would pass for reading what was committed. One thread.
 */
public final class VersionedAttempts {
    private final SessionFeed feed;
    private final AtomicLong written;
    private int writes;
    private boolean repeatable;
    private boolean sent;
    private boolean rolledBack;

    /** @param written the last version of all sessions */
    public VersionedAttempts(SessionFeed feed, AtomicLong written) {
        this.feed = feed;
        this.written = written;
    }

    /** Begins a unit of work. @param writes how many versions an attempt can write */
    public void begin(int writes, WorkEffect effect) {
        feed.begin();
        this.writes = writes;
        repeatable = effect == WorkEffect.IDEMPOTENT;
        sent = false;
    }

    /** Begins an attempt, which ends the one before it. @return the version before its first one */
    public long next() {
        if (sent) {
            if (repeatable && !rolledBack) {
                feed.doubt(); // only such work is sent again although the attempt may yet be applied
            }
            feed.end(Ending.ABORTED);
            feed.begin();
        }
        sent = true;
        rolledBack = false;
        return written.getAndAdd(writes);
    }

    /** Receives the failure of a statement of the attempt. */
    public void failed(SQLException e) {
        rolledBack = LoadIsolation.isRolledBack(e);
    }

    /** Ends the unit of work, and its last attempt. @param outcome null if it has none */
    public void end(@Nullable Outcome outcome) {
        LoadIsolation.end(feed, outcome);
    }
}
