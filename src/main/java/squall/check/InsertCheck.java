package squall.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import squall.check.InsertLog.Acknowledgement;
import squall.check.InsertLog.RowState;
import squall.spi.CheckResult;

/** Comparison of the existing rows with the logs of their writers. Used by one thread, after the writers have ended. */
public final class InsertCheck {
    private final List<InsertLog> logs;
    private final List<BitSet> present = new ArrayList<>();
    private final DataAnomalies anomalies = new DataAnomalies();
    private final SortedSet<String> lostAt = new TreeSet<>();
    private final SortedMap<Long, Long> lostBySecond = new TreeMap<>();
    private long recovered;
    private int firstLostMs = Integer.MAX_VALUE;
    private int lastLostMs = Integer.MIN_VALUE;

    /** @param logs by the number of the writer */
    public InsertCheck(List<InsertLog> logs) {
        this.logs = List.copyOf(logs);
        logs.forEach(log -> present.add(new BitSet(log.rows())));
    }

    /** Adds a row that was found. @param intact whether it is as it was written */
    public void row(int writer, long number, boolean intact) {
        String name = name(writer, number);
        if (writer < 0
                || writer >= logs.size()
                || number < 0
                || number >= logs.get(writer).rows()) {
            anomalies.add(DataAnomaly.PHANTOM, name + " was never written");
            return;
        }
        int row = (int) number;
        present.get(writer).set(row);
        if (!intact) {
            anomalies.add(DataAnomaly.TORN, name + " differs from what was written");
        }
        switch (logs.get(writer).state(row)) {
            case ACKNOWLEDGED -> {}
            case REFUSED -> anomalies.add(DataAnomaly.RESURRECTED, name + " was refused");
            case UNKNOWN, SENT -> recovered++;
        }
    }

    /** Completes the comparison; to be called once, after the last row. */
    public DataAnomalies judge() {
        for (int writer = 0; writer < logs.size(); writer++) {
            InsertLog log = logs.get(writer);
            for (int row = present.get(writer).nextClearBit(0); row < log.rows(); ) {
                if (log.state(row) == RowState.ACKNOWLEDGED) {
                    lost(writer, row, log.acknowledgement(row));
                }
                row = present.get(writer).nextClearBit(row + 1);
            }
        }
        return anomalies;
    }

    /** Returns whether another reader found the same rows. */
    public boolean like(InsertCheck other) {
        return present.equals(other.present)
                && anomalies.count(DataAnomaly.TORN) == other.anomalies.count(DataAnomaly.TORN);
    }

    /** Returns the anomalies found so far: phantoms as the rows are added, lost rows after {@link #judge}. */
    public DataAnomalies anomalies() {
        return anomalies;
    }

    /** Returns the number of rows that were acknowledged or found. */
    public long examined() {
        long unacknowledged = 0;
        for (int writer = 0; writer < logs.size(); writer++) {
            InsertLog log = logs.get(writer);
            unacknowledged += present.get(writer).stream()
                    .filter(row -> log.state(row) != RowState.ACKNOWLEDGED)
                    .count();
        }
        return count(RowState.ACKNOWLEDGED) + unacknowledged;
    }

    /** Describes the anomalies, and when the rows concerned were acknowledged, in one line; empty if there are none. */
    public String wrong() {
        return anomalies.none() ? "" : anomalies.text() + span();
    }

    /** Describes the outcomes of the rows' writes in one line. */
    public String counts() {
        return count(RowState.ACKNOWLEDGED) + " acknowledged, " + count(RowState.REFUSED) + " refused, "
                + (count(RowState.UNKNOWN) + count(RowState.SENT)) + " unknown, of which " + recovered
                + " were applied";
    }

    /** Adds the counts to the figures of a check; to be called after {@link #judge}. */
    public void addFigures(DataCheck check) {
        check.figure(CheckResult.ACKNOWLEDGED, count(RowState.ACKNOWLEDGED));
        check.figure(CheckResult.UNKNOWN, count(RowState.UNKNOWN) + count(RowState.SENT));
        if (!lostAt.isEmpty()) {
            check.figure(CheckResult.LOST_STRETCH_MS, lastLostMs - firstLostMs);
        }
    }

    /** Counts the lost rows by the second of the run in which they were acknowledged; to be called after {@link #judge}. */
    public SortedMap<Long, Long> lostBySecond() {
        return Collections.unmodifiableSortedMap(lostBySecond);
    }

    private String span() {
        return lostAt.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the lost ones were acknowledged from %.3f s to %.3f s by %s",
                        firstLostMs / 1e3,
                        lastLostMs / 1e3,
                        String.join(", ", lostAt));
    }

    private void lost(int writer, int row, Acknowledgement told) {
        anomalies.add(DataAnomaly.LOST, name(writer, row) + " acknowledged at " + told.atMs() + " ms");
        firstLostMs = Math.min(firstLostMs, told.atMs());
        lastLostMs = Math.max(lastLostMs, told.atMs());
        lostAt.add(told.where());
        lostBySecond.merge(told.atMs() / 1000L, 1L, Long::sum);
    }

    private long count(RowState state) {
        return logs.stream().mapToLong(log -> log.count(state)).sum();
    }

    private static String name(int writer, long number) {
        return "writer " + writer + " row " + number;
    }
}
