package squall.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import squall.spi.Outcome;

/**
 * Log of the rows that one writer inserts: each once, numbered from 0.
 *
 * <p>Nine bytes a row. One thread writes; others may read after it has ended.
 */
public final class InsertLog {
    /** State of one row. */
    public enum RowState {
        /** Sent; the outcome is not known. */
        SENT,
        /** Acknowledged: the row exists. */
        ACKNOWLEDGED,
        /** Refused: the row does not exist. */
        REFUSED,
        /** Unknown: the row may exist, or appear later. */
        UNKNOWN
    }

    /**
     * Acknowledgement of a row: time and node.
     *
     * @param atMs milliseconds since the run began
     * @param where the endpoint; empty if it is not known
     */
    public record Acknowledgement(int atMs, String where) {}

    private static final int FIRST_ROOM = 1 << 10;
    private static final int MOST_PLACES = Byte.MAX_VALUE;

    private final List<String> places = new ArrayList<>();
    private RowState[] states = new RowState[FIRST_ROOM];
    private byte[] where = new byte[FIRST_ROOM];
    private int[] acknowledgedMs = new int[FIRST_ROOM];
    private int rows;

    /** Starts the next row and returns its number; its outcome must be reported before another is started. */
    public int begin() {
        if (rows == states.length) {
            int room = Math.multiplyExact(rows, 2);
            states = Arrays.copyOf(states, room);
            where = Arrays.copyOf(where, room);
            acknowledgedMs = Arrays.copyOf(acknowledgedMs, room);
        }
        states[rows] = RowState.SENT;
        return rows++;
    }

    /** Reports the outcome of the row that was started last. @param atNs since the run began @param endpoint that answered; may be empty */
    public void end(Outcome outcome, long atNs, String endpoint) {
        int row = rows - 1;
        if (row < 0 || state(row) != RowState.SENT) {
            throw new IllegalStateException("no row is in flight");
        }
        states[row] = state(outcome);
        where[row] = place(endpoint);
        acknowledgedMs[row] = Math.toIntExact(atNs / 1_000_000);
    }

    /** Returns the number of rows started. */
    public int rows() {
        return rows;
    }

    public RowState state(int row) {
        return states[row];
    }

    /** Counts the rows in this state. */
    public long count(RowState state) {
        long count = 0;
        for (int row = 0; row < rows; row++) {
            count += state(row) == state ? 1 : 0;
        }
        return count;
    }

    /** Returns the acknowledgement of an acknowledged row. */
    public Acknowledgement acknowledgement(int row) {
        return new Acknowledgement(acknowledgedMs[row], places.get(where[row]));
    }

    private static RowState state(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> RowState.ACKNOWLEDGED;
            case Outcome.Refused refused -> RowState.REFUSED;
            case Outcome.Unknown unknown -> RowState.UNKNOWN;
        };
    }

    private byte place(String endpoint) {
        int known = places.indexOf(endpoint);
        if (known >= 0) {
            return (byte) known;
        }
        if (places.size() > MOST_PLACES) {
            return (byte) (places.size() - 1); // at most a hundred endpoints are distinguished
        }
        places.add(endpoint);
        return (byte) (places.size() - 1);
    }
}
