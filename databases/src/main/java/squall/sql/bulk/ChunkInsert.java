package squall.sql.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sql.bulk.BulkWriter.RowOutcomes;

/** Insertion of one chunk: sends it, splits it, reads it back, until each row has its outcome. Used by one thread. */
final class ChunkInsert {
    /** Maximum number of times that rows whose response was lost are read back and, if they do not exist, sent again. */
    private static final int ROUNDS = 3;

    /** Number of keys in one query. */
    private static final int KEYS_PER_QUERY = 500;

    /** SQLSTATEs of an existing key; MySQL's means no more than a violated constraint. */
    private static final Set<String> DUPLICATES = Set.of("23505", "23000");

    private final BulkInsert bulk;
    private final RowChunk chunk;
    private final Turn turn;
    private final RowOutcomes outcomes;
    private boolean interrupted;

    ChunkInsert(BulkInsert bulk, RowChunk chunk, Turn turn, RowOutcomes outcomes) {
        this.bulk = bulk;
        this.chunk = chunk;
        this.turn = turn;
        this.outcomes = outcomes;
    }

    /** Delivers all rows. True if the thread was interrupted meanwhile. */
    boolean interrupted() {
        deliver(0, chunk.rows(), 0);
        return interrupted;
    }

    private void deliver(int from, int to, int attemptsBefore) {
        Outcome outcome = sent(from, to);
        int attempts = attemptsBefore + bulk.session().attempts();
        switch (outcome) {
            case Outcome.Ok ok -> tell(from, to, ok, attempts);
            case Outcome.Unknown unknown -> resolve(from, to, unknown, attempts);
            case Outcome.Refused refused -> {
                if (rowsAtFault(refused.error())) {
                    takeApart(from, to, refused, attempts);
                } else {
                    tell(from, to, refused, attempts);
                }
            }
        }
    }

    /** Resolves a lost answer: if all rows are stored as sent, they are acknowledged; else they are sent again. */
    private void resolve(int from, int to, Outcome.Unknown lost, int attemptsBefore) {
        int attempts = attemptsBefore;
        boolean clear = !lost.code().equals(SqlSession.WEAK_ACKNOWLEDGEMENT);
        for (int round = 0; clear && round < ROUNDS; round++) {
            Map<String, List<String>> stored = stored(from, to);
            if (stored == null) {
                break;
            }
            if (allStored(from, to, stored)) {
                tell(from, to, Outcome.OK, attempts);
                return;
            }
            Outcome again = sent(from, to);
            attempts += bulk.session().attempts();
            if (again instanceof Outcome.Ok) {
                tell(from, to, again, attempts);
                return;
            }
            if (again instanceof Outcome.Refused refused) {
                if (rowsAtFault(refused.error())) {
                    judge(from, to, lost, refused, attempts);
                    return;
                }
                clear = false;
            }
        }
        tell(from, to, lost, attempts);
    }

    /**
     * Judges rows that were sent again and refused: either the lost chunk has arrived in the meantime, and all rows exist as sent; or it
     * was refused for the same reason, as if nothing had been lost.
     */
    private void judge(int from, int to, Outcome.Unknown lost, Outcome.Refused refused, int attempts) {
        Map<String, List<String>> stored = stored(from, to);
        if (stored == null) {
            tell(from, to, lost, attempts);
        } else if (allStored(from, to, stored)) {
            tell(from, to, Outcome.OK, attempts);
        } else {
            takeApart(from, to, refused, attempts);
        }
    }

    private void takeApart(int from, int to, Outcome.Refused refused, int attempts) {
        if (to - from == 1) {
            tell(from, to, refused, attempts);
            return;
        }
        Map<String, List<String>> stored = DUPLICATES.contains(refused.code()) ? stored(from, to) : Map.of();
        if (stored == null || stored.isEmpty()) {
            int middle = (from + to) >>> 1;
            deliver(from, middle, attempts);
            deliver(middle, to, attempts);
        } else {
            leaveOut(from, to, stored, refused, attempts);
        }
    }

    /** Refuses rows whose keys exist; the runs between them are sent by themselves. */
    private void leaveOut(int from, int to, Map<String, List<String>> stored, Outcome.Refused refused, int attempts) {
        int begin = from;
        for (int row = from; row < to; row++) {
            if (stored.containsKey(chunk.texts(row)[0])) {
                if (begin < row) {
                    deliver(begin, row, attempts);
                }
                tell(row, row + 1, refused, attempts);
                begin = row + 1;
            }
        }
        if (begin < to) {
            deliver(begin, to, attempts);
        }
    }

    private Outcome sent(int from, int to) {
        try {
            return bulk.send(chunk, from, to, turn);
        } catch (InterruptedException e) {
            // None of these rows was sent. The caller throws when all outcomes have been reported.
            interrupted = true;
            return new Outcome.Refused(
                    new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "interrupted before the rows were sent");
        }
    }

    /** Returns the rows now stored under the keys of these rows; null if they cannot be read. */
    private @Nullable Map<String, List<String>> stored(int from, int to) {
        Map<String, List<String>> all = new java.util.HashMap<>();
        for (int begin = from; begin < to; begin += KEYS_PER_QUERY) {
            Map<String, List<String>> part = storedUnder(keys(begin, Math.min(begin + KEYS_PER_QUERY, to)));
            if (part == null) {
                return null;
            }
            all.putAll(part);
        }
        return all;
    }

    private @Nullable Map<String, List<String>> storedUnder(List<String> keys) {
        AtomicReference<@Nullable Map<String, List<String>>> found = new AtomicReference<>();
        try {
            bulk.session().statement(WorkEffect.READ, turn, wire -> {
                found.set(wire.stored(keys));
                return Outcome.OK;
            });
        } catch (InterruptedException e) {
            interrupted = true;
        }
        return found.get();
    }

    private List<String> keys(int from, int to) {
        List<String> keys = new ArrayList<>(to - from);
        for (int row = from; row < to; row++) {
            keys.add(chunk.texts(row)[0]);
        }
        return keys;
    }

    private boolean allStored(int from, int to, Map<String, List<String>> stored) {
        for (int row = from; row < to; row++) {
            List<String> sent = List.of(chunk.texts(row));
            if (!sent.equals(stored.get(sent.get(0)))) {
                return false;
            }
        }
        return true;
    }

    private void tell(int from, int to, Outcome outcome, int attempts) {
        for (int row = from; row < to; row++) {
            outcomes.row(row, outcome, Math.max(1, attempts));
        }
    }

    /**
     * Returns whether the error belongs to classes 22, 23 or 54: a value, a constraint, a size. For others (no space, no permission, no
     * time) a smaller chunk would not help.
     */
    private static boolean rowsAtFault(ErrorCode error) {
        return error.code().matches("(22|23|54)...");
    }
}
