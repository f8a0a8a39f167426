package squall.sysbench.kv;

import java.nio.ByteBuffer;
import squall.check.isolation.VersionedTransaction;

/**
 * Stamp at the beginning of a value: the run and the number of the write that it comes from. In a judged run a value has two of them, its
 * own and that of the value it replaced, then the bytes of the workload. Pure.
 *
 * @param run drawn at random by each run
 * @param sequence of the write, from 1; {@link VersionedTransaction#INITIAL} where the value comes from no write of this run
 */
record KvStamp(long run, long sequence) {
    /** Bytes of a stamp. */
    static final int BYTES = 2 * Long.BYTES;

    /** Returns a value with this stamp, which has replaced nothing yet. */
    byte[] on(byte[] value) {
        return ByteBuffer.allocate(2 * BYTES + value.length)
                .putLong(run)
                .putLong(sequence)
                .position(2 * BYTES)
                .put(value)
                .array();
    }

    /** Returns the version that a value is, or replaced, in a run. @param at place of the stamp in the value */
    static long version(byte[] value, int at, long run) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        return value.length >= at + BYTES && bytes.getLong(at) == run
                ? bytes.getLong(at + Long.BYTES)
                : VersionedTransaction.INITIAL;
    }
}
