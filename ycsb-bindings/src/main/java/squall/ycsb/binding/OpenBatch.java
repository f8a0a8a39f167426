package squall.ycsb.binding;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * Batch of writes that a class of the YCSB interface answered with {@code BATCHED_OK}: each is acknowledged when its batch is.
 *
 * <p>The interface tells the end of a batch by the next write of the same kind that is answered otherwise: OK stands for the whole batch,
 * and any failure leaves all of it unknown, since it does not say how far the database got. What is left when the class has been cleaned
 * up is looked for in the database. One thread.
 */
public final class OpenBatch {
    /** Outcome of a write whose batch was acknowledged. */
    public static final Outcome ACKNOWLEDGED = new Outcome.Ok(Status.BATCHED_OK.getName());

    /** Most writes of one kind and one session that wait; what comes of an older one is not waited for any longer. */
    static final int MOST = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(OpenBatch.class);
    private static final ErrorCode UNSETTLED = new ErrorCode(ErrorKind.OTHER, Status.BATCHED_OK.getName());

    /** Outcome of a write whose caller did not wait for its batch. */
    static final Outcome WAITING = new Outcome.Unknown(
            UNSETTLED, "the class returned BATCHED_OK, which does not report the outcome of the batch");

    /** Reader that opens the database once more. */
    public interface Reader {
        /** @return initialised, to be cleaned up by the caller; null if it cannot be opened */
        @Nullable
        DB open();
    }

    /** Write that waits for its batch. */
    private record Waiting(String table, String key, BatchingDb.Settled settled) {}

    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** Tells whether this status of a write says that it waits for its batch. */
    public static boolean holds(@Nullable Status status) {
        return Status.BATCHED_OK.equals(status);
    }

    /** Adds a write that waits from now on. */
    public void add(String table, String key, BatchingDb.Settled settled) {
        if (waiting.size() == MOST) {
            unknown(waiting.removeFirst(), "no batch was acknowledged within " + MOST + " further writes");
        }
        waiting.add(new Waiting(table, key, settled));
    }

    /** Ends the batch because a write of its kind ended with another status. */
    public void end(Outcome outcome) {
        while (!waiting.isEmpty()) {
            waiting.removeFirst().settled.row(ofBatch(outcome), 1);
        }
    }

    /** Ends the batch after the class has been cleaned up. Without an error, what is in the database now was acknowledged. */
    public void cleanedUp(Outcome outcome, Reader reader) {
        if (!(outcome instanceof Outcome.Ok)) {
            end(outcome);
        }
        if (waiting.isEmpty()) {
            return;
        }
        DB db = reader.open();
        if (db == null) {
            waiting.forEach(write -> unknown(write, "after cleanup() the database could not be opened to verify it"));
        } else {
            waiting.forEach(write -> look(db, write));
            cleanUp(db);
        }
        waiting.clear();
    }

    private static Outcome ofBatch(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> ACKNOWLEDGED;
            case Outcome.Refused refused -> failed(refused.error(), refused.message());
            case Outcome.Unknown unknown -> failed(unknown.error(), unknown.message());
        };
    }

    private static Outcome failed(ErrorCode error, String message) {
        return new Outcome.Unknown(error, "its batch failed: " + message);
    }

    private static void look(DB db, Waiting write) {
        String found;
        try {
            Status status = db.read(write.table, write.key, null, new HashMap<>());
            found = status == null ? "null" : status.getName();
            if (status != null && status.isOk()) {
                write.settled.row(ACKNOWLEDGED, 1);
                return;
            }
        } catch (RuntimeException | LinkageError e) { // third-party code may throw anything
            found = e.toString();
        }
        unknown(write, "after cleanup() a read of it returned " + found);
    }

    private static void cleanUp(DB db) {
        try {
            db.cleanup();
        } catch (DBException | RuntimeException | LinkageError e) { // third-party code; this one has only read
            LOG.warn("{}.cleanup threw {}", db.getClass().getName(), e.toString());
        }
    }

    private static void unknown(Waiting write, String why) {
        write.settled.row(new Outcome.Unknown(UNSETTLED, "the class returned BATCHED_OK, and " + why), 1);
    }
}
