package squall.sysbench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.KeyShare;
import squall.check.isolation.VersionedTransaction;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.spi.Outcome;
import squall.sql.WorkEffect;
import squall.sysbench.OltpEvents.OltpStatement;
import squall.sysbench.OltpEvents.OltpStep;

/**
 * Statements of one session in a judged run, and the versions of column c that they read and replaced. Each row's c is a register; a unit
 * of work is a transaction. Operations whose row or version is unknown are counted as not judged: those on column k, sums, reads of missing
 * rows, and rows of ranges that no write of this run has stamped. One thread.
 *
 * <pre>
 *   a unit of work:  begin, then for each attempt  restart, (next, read or write)...;  then end
 * </pre>
 */
final class OltpVersions {
    /** Maximum number of rows of a range that are judged, if all rows are: more would take the load's processor time. */
    private static final int RANGE_ROWS = 10;

    /** Distance of the keys of two tables: row 7 of sbtest2 is key 20000000007. */
    private static final long TABLE = 10_000_000_000L;

    private final SessionFeed feed;
    private final KeyShare judged;
    private final OltpStamp stamp;
    private final VersionedAttempts attempts;
    private final boolean textIsUtf8;
    private final int rangeRows;
    private long version;

    /**
     * @param judged share of the rows that are judged
     * @param written number of the last write of all sessions
     * @param textIsUtf8 as {@link squall.sql.SqlDatabase#textIsUtf8}
     */
    OltpVersions(SessionFeed feed, KeyShare judged, OltpStamp stamp, AtomicLong written, boolean textIsUtf8) {
        this.feed = feed;
        this.judged = judged;
        this.stamp = stamp;
        this.attempts = new VersionedAttempts(feed, written);
        this.textIsUtf8 = textIsUtf8;
        this.rangeRows = (int) Math.ceil(RANGE_ROWS * judged.percent() / 100);
    }

    /** Returns whether a statement must have the versions: the others are sent as in a run that is not judged. */
    boolean judges(OltpStep step) {
        return switch (step.statement()) {
            case POINT_SELECT, NON_INDEX_UPDATE, DELETE, INSERT -> judged.contains(key(step.table(), step.id()));
            case SIMPLE_RANGE, ORDER_RANGE, DISTINCT_RANGE -> true;
            case SUM_RANGE, INDEX_UPDATE, INSERT_NEXT -> false;
        };
    }

    /** Counts a statement without versions that succeeded, as the same one with versions. @param rows how many it changed */
    void passed(OltpStep step, int rows) {
        switch (step.statement()) {
            case POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE -> feed.notJudged(1, 0);
            case NON_INDEX_UPDATE, DELETE -> feed.notJudged(rows, rows);
            case INDEX_UPDATE, INSERT, INSERT_NEXT -> feed.notJudged(0, rows);
        }
    }

    /** Returns the text of a statement. Statements that replace a value of column c return the stamp of the replaced one. */
    static String sql(OltpStatement statement, String table) {
        return switch (statement) {
            case NON_INDEX_UPDATE ->
                "UPDATE " + table + " SET c=? || SUBSTR(c, 1, " + OltpStamp.LENGTH + ") || ? WHERE id=? RETURNING c";
            case DELETE -> statement.sql(table) + " RETURNING c";
            case POINT_SELECT,
                    SIMPLE_RANGE,
                    SUM_RANGE,
                    ORDER_RANGE,
                    DISTINCT_RANGE,
                    INDEX_UPDATE,
                    INSERT,
                    INSERT_NEXT -> statement.sql(table);
        };
    }

    /** Begins a unit of work. @param statements that it has; each gets another version in every attempt */
    void begin(int statements, WorkEffect effect) {
        attempts.begin(statements, effect);
    }

    /** Begins an attempt. */
    void restart() {
        version = attempts.next();
    }

    /** Begins a statement of the unit. */
    void next() {
        version++;
    }

    /** Ends a unit of work. @param outcome null if it has none */
    void end(@Nullable Outcome outcome) {
        attempts.end(outcome);
    }

    /** Returns the value that an insert writes. @param text the one that it writes unless it is judged */
    String inserted(OltpStep step, String text) {
        return stamp.on(version, step.id(), text);
    }

    /** Sets the parameters of an update of column c. @param text the value that it writes unless it is judged */
    void bindUpdate(PreparedStatement statement, OltpStep step, String text) throws SQLException {
        statement.setString(1, stamp.of(version) + "-");
        statement.setString(2, OltpStamp.rest(step.id(), text));
        statement.setInt(3, step.id());
    }

    /** Sends a statement that reads, and reads all of its rows. */
    void read(PreparedStatement statement, OltpStep step) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (step.statement() == OltpStatement.POINT_SELECT) {
                readRow(rows, step);
            } else {
                readRange(rows, step.table());
            }
        }
    }

    private void readRow(ResultSet rows, OltpStep step) throws SQLException {
        boolean found = false;
        while (rows.next()) {
            feed.read(key(step.table(), step.id()), stamp.version(text(rows), 0));
            found = true;
        }
        if (!found) {
            feed.notJudged(1, 0); // a missing row does not say which of several deletions it shows
        }
    }

    private void readRange(ResultSet rows, int table) throws SQLException {
        int added = 0;
        int others = 0;
        while (rows.next()) {
            byte[] c = text(rows);
            long seen = added < rangeRows ? stamp.version(c, 0) : VersionedTransaction.INITIAL;
            long id = seen == VersionedTransaction.INITIAL ? -1 : OltpStamp.id(c);
            if (id < 0) {
                others++;
            } else {
                feed.read(key(table, id), seen);
                added++;
            }
        }
        feed.notJudged(others, 0);
    }

    private byte[] text(ResultSet rows) throws SQLException {
        return textIsUtf8 ? rows.getBytes(1) : rows.getString(1).getBytes(UTF_8);
    }

    /** Sends a statement that writes. @return how many rows it changed */
    int write(PreparedStatement statement, OltpStep step) throws SQLException {
        return switch (step.statement()) {
            case NON_INDEX_UPDATE -> replace(statement, step, OltpStamp.REPLACED);
            case DELETE -> replace(statement, step, 0);
            case INSERT -> insert(statement, step);
            case INDEX_UPDATE, INSERT_NEXT, POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE ->
                throw new IllegalArgumentException(step.statement() + " is no write that is judged");
        };
    }

    /** Sends a statement that returns the row that it replaced. @param at place of the stamp that was replaced */
    private int replace(PreparedStatement statement, OltpStep step, int at) throws SQLException {
        long key = key(step.table(), step.id());
        int count = 0;
        long replaced = VersionedTransaction.INITIAL;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                replaced = stamp.version(text(rows), at);
                count++;
            }
        } catch (SQLException e) {
            throw failed(e, key);
        }
        if (count == 0) {
            feed.notJudged(1, 0);
        } else {
            feed.read(key, replaced);
            feed.write(key, version);
        }
        return count;
    }

    private int insert(PreparedStatement statement, OltpStep step) throws SQLException {
        long key = key(step.table(), step.id());
        try {
            int rows = statement.executeUpdate();
            feed.write(key, version);
            return rows;
        } catch (SQLException e) {
            throw failed(e, key);
        }
    }

    /** Records a write that may have been applied although it failed. */
    private SQLException failed(SQLException e, long key) {
        feed.write(key, version);
        attempts.failed(e);
        return e;
    }

    private static long key(int table, long id) {
        return table * TABLE + id;
    }
}
