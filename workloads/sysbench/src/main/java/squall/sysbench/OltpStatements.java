package squall.sysbench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.sysbench.OltpEvents.OltpStatement;
import squall.sysbench.OltpEvents.OltpStep;
import squall.sysbench.OltpLoad.OltpSession.Books;
import squall.sysbench.OltpLoad.SessionTotals;

/** The statements of one connection, each prepared for each table when it is first needed. One thread. */
final class OltpStatements {
    /** Key of a prepared statement: its kind and table, and whether it has the versions. */
    private record TableStatement(OltpStatement statement, int table, boolean judged) {}

    private final Connection connection;
    private final OltpEvents events;
    private final int rangeSize;
    private final boolean textIsUtf8;
    private final StatementCounts counts;
    private final @Nullable OltpVersions versions;
    private final Map<TableStatement, PreparedStatement> prepared = new HashMap<>();

    /** @param textIsUtf8 as {@link squall.sql.SqlDatabase#textIsUtf8}: decoding 400 texts takes a tenth of an event's processor time */
    OltpStatements(Connection connection, Books books, int rangeSize, boolean textIsUtf8) {
        this.connection = connection;
        this.events = books.events();
        this.rangeSize = rangeSize;
        this.textIsUtf8 = textIsUtf8;
        this.counts = books.counts();
        this.versions = books.versions();
    }

    /** Sends the statement and reads all of its answer. @return how many rows it changed */
    int execute(OltpStep step) throws SQLException {
        OltpVersions judging = versions;
        if (judging == null) {
            return plain(step);
        }
        judging.next();
        if (judging.judges(step)) {
            return judged(judging, step);
        }
        int rows = plain(step);
        judging.passed(step, rows);
        return rows;
    }

    private int plain(OltpStep step) throws SQLException {
        PreparedStatement statement = prepared(step, false);
        bind(statement, step, null);
        if (step.statement().reads()) {
            drain(statement, step.statement());
            counts.read();
            return 0;
        }
        int rows = statement.executeUpdate();
        counts.wrote(rows);
        return rows;
    }

    private int judged(OltpVersions judging, OltpStep step) throws SQLException {
        PreparedStatement statement = prepared(step, true);
        bind(statement, step, judging);
        if (step.statement().reads()) {
            judging.read(statement, step);
            counts.read();
            return 0;
        }
        int rows = judging.write(statement, step);
        counts.wrote(rows);
        return rows;
    }

    private PreparedStatement prepared(OltpStep step, boolean judged) throws SQLException {
        TableStatement target = new TableStatement(step.statement(), step.table(), judged);
        PreparedStatement known = prepared.get(target);
        if (known == null) {
            String table = SbtestTables.name(step.table());
            known = connection.prepareStatement(
                    judged
                            ? OltpVersions.sql(step.statement(), table)
                            : step.statement().sql(table));
            prepared.put(target, known);
        }
        return known;
    }

    /** @param judging gives written values their versions, if the statement is judged */
    private void bind(PreparedStatement statement, OltpStep step, @Nullable OltpVersions judging) throws SQLException {
        switch (step.statement()) {
            case POINT_SELECT, INDEX_UPDATE, DELETE -> statement.setInt(1, step.id());
            case SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE -> {
                statement.setInt(1, step.id());
                statement.setInt(2, step.lastId(rangeSize));
            }
            case NON_INDEX_UPDATE -> {
                if (judging != null) {
                    judging.bindUpdate(statement, step, events.c(step));
                } else {
                    statement.setString(1, events.c(step));
                    statement.setInt(2, step.id());
                }
            }
            case INSERT -> {
                statement.setInt(1, step.id());
                values(statement, step, 2, judging);
            }
            case INSERT_NEXT -> values(statement, step, 1, judging);
        }
    }

    private void values(PreparedStatement statement, OltpStep step, int from, @Nullable OltpVersions judging)
            throws SQLException {
        statement.setInt(from, step.k());
        String c = events.c(step);
        statement.setString(from + 1, judging == null ? c : judging.inserted(step, c));
        statement.setString(from + 2, events.pad(step));
    }

    /** Reads all rows, because a client that does not read its rows has not done the work of one. */
    private void drain(PreparedStatement statement, OltpStatement kind) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                if (kind == OltpStatement.SUM_RANGE) {
                    rows.getLong(1);
                } else if (textIsUtf8) {
                    rows.getBytes(1);
                } else {
                    rows.getString(1);
                }
            }
        }
    }

    /**
     * Count of what one session has sent, as sysbench counts it: a statement that changed no row is neither read nor write. Written by the
     * session's thread, read by any.
     */
    static final class StatementCounts {
        private final AtomicLong reads = new AtomicLong();
        private final AtomicLong writes = new AtomicLong();
        private final AtomicLong others = new AtomicLong();
        private final AtomicLong restarts = new AtomicLong();
        private final AtomicLong events = new AtomicLong();
        private final AtomicLong busyNs = new AtomicLong();
        private volatile Optional<SessionTotals> warmUp = Optional.empty();

        /** Ends the warm-up: what has been counted so far belongs to it. */
        void measure() {
            warmUp = Optional.of(totals());
        }

        /** Returns the totals since the warm-up. */
        SessionTotals measured() {
            return warmUp.map(before -> totals().since(before)).orElse(SessionTotals.NONE);
        }

        void read() {
            add(reads, 1);
        }

        void wrote(int rows) {
            add(rows > 0 ? writes : others, 1);
        }

        /** Counts a BEGIN or COMMIT. */
        void other() {
            add(others, 1);
        }

        /** Counts an event that ended. @param again how often it was begun again after an error */
        void ended(boolean ok, int again, long ns) {
            add(restarts, again);
            add(busyNs, ns);
            if (ok) {
                add(events, 1);
            }
        }

        SessionTotals totals() {
            return new SessionTotals(
                    reads.get(), writes.get(), others.get(), restarts.get(), events.get(), busyNs.get());
        }

        /** Adds to a counter; it has one writer, so nothing has to be compared. */
        private static void add(AtomicLong count, long more) {
            count.lazySet(count.getPlain() + more);
        }
    }
}
