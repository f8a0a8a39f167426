package squall.sysbench.kv;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import squall.check.isolation.KeyShare;
import squall.check.isolation.VersionedTransaction;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.isolation.LoadIsolation;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sysbench.VersionedAttempts;
import squall.sysbench.kv.KvLoad.KvSession.Statements;

/**
 * Statements of one session whose values are stamped, so that a read says which version it saw and a write which one it replaced. One
 * thread.
 */
final class KvVersions {
    private final SessionFeed feed;
    private final KeyShare judged;
    private final long run;
    private final VersionedAttempts writes;

    /**
     * @param judged share of the keys whose versions are recorded
     * @param written the last version of all sessions
     */
    KvVersions(SessionFeed feed, KeyShare judged, long run, AtomicLong written) {
        this.feed = feed;
        this.judged = judged;
        this.run = run;
        this.writes = new VersionedAttempts(feed, written);
    }

    /** Returns whether any of these keys is judged, so that its statement must have the versions. */
    boolean judges(long... keys) {
        boolean any = judged.whole();
        for (int i = 0; i < keys.length && !any; i++) {
            any = judged.contains(keys[i]);
        }
        return any;
    }

    /** Returns as above. */
    boolean judges(Set<Long> keys) {
        return judged.whole() || keys.stream().anyMatch(judged::contains);
    }

    /** Counts a statement without versions that succeeded. */
    void passed(long reads, long writes) {
        feed.passed(reads, writes);
    }

    Outcome read(SqlSession<Statements> session, long[] keys, Turn turn) throws InterruptedException {
        feed.begin();
        boolean answered = false;
        try {
            Outcome outcome = session.statement(WorkEffect.READ, turn, statements -> read(statements, keys));
            answered = outcome instanceof Outcome.Ok;
            return outcome;
        } finally {
            LoadIsolation.end(feed, answered ? Outcome.OK : null);
        }
    }

    private Outcome read(Statements statements, long[] keys) throws SQLException {
        feed.restart();
        Map<Long, Long> versions = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            statements.read().setLong(i + 1, keys[i]);
            versions.put(keys[i], VersionedTransaction.INITIAL);
        }
        boolean any = false;
        try (ResultSet rows = statements.read().executeQuery()) {
            while (rows.next()) {
                versions.put(rows.getLong(1), KvStamp.version(rows.getBytes(2), 0, run));
                any = true;
            }
        }
        versions.forEach(this::addRead);
        return any ? Outcome.OK : Outcome.NOT_FOUND;
    }

    private void addRead(long key, long version) {
        if (judged.contains(key)) {
            feed.read(key, version);
        } else {
            feed.notJudged(1, 0);
        }
    }

    private void addWrite(long key, long version) {
        if (judged.contains(key)) {
            feed.write(key, version);
        } else {
            feed.notJudged(0, 1);
        }
    }

    Outcome write(SqlSession<Statements> session, Map<Long, byte[]> rows, Turn turn) throws InterruptedException {
        writes.begin(rows.size(), WorkEffect.IDEMPOTENT);
        Outcome outcome = null;
        try {
            outcome = session.statement(WorkEffect.IDEMPOTENT, turn, statements -> write(statements, rows));
            return outcome;
        } finally {
            writes.end(outcome);
        }
    }

    private Outcome write(Statements statements, Map<Long, byte[]> rows) throws SQLException {
        long before = writes.next();
        try {
            send(statements, before, rows);
        } catch (SQLException e) {
            writes.failed(e);
            feed.restart();
            long next = before;
            for (long key : rows.keySet()) {
                addWrite(key, ++next);
            }
            throw e;
        }
        return Outcome.OK;
    }

    /** @param before the version before that of the first row; those of the others follow */
    private void send(Statements statements, long before, Map<Long, byte[]> rows) throws SQLException {
        Map<Long, Long> versions = new TreeMap<>();
        int at = 1;
        long next = before;
        for (var row : rows.entrySet()) {
            versions.put(row.getKey(), ++next);
            statements.judgedWrite().setLong(at++, row.getKey());
            statements.judgedWrite().setBytes(at++, new KvStamp(run, next).on(row.getValue()));
        }
        try (ResultSet written = statements.judgedWrite().executeQuery()) {
            while (written.next()) {
                long key = written.getLong(1);
                Long version = versions.get(key);
                if (version != null) {
                    addRead(key, KvStamp.version(written.getBytes(2), KvStamp.BYTES, run));
                    addWrite(key, version);
                }
            }
        }
    }
}
