package squall.check.isolation;

import java.util.Arrays;

/**
 * Transaction of a load whose values say which version of their key they are: its operations in their order, each with key and version. A
 * version is a number from 1 that is written once in a run; version 0 is what a key had before the run. Immutable.
 */
public final class VersionedTransaction {
    /** The version of a key that no transaction of the run wrote. */
    public static final long INITIAL = 0;

    private final int session;
    private final long beginNs;
    private final long endNs;
    private final History.Ending ending;
    // Key and coded version of each operation, in turn.
    private final long[] operations;

    /**
     * @param beginNs before its first statement was sent, by a clock that all sessions share
     * @param operations a key, then {@link #read} or {@link #write} of a version, for each operation
     */
    public VersionedTransaction(int session, long beginNs, long endNs, History.Ending ending, long... operations) {
        if (operations.length % 2 != 0) {
            throw new IllegalArgumentException("each operation has a key and a version: " + operations.length);
        }
        this.session = session;
        this.beginNs = beginNs;
        this.endNs = endNs;
        this.ending = ending;
        this.operations = Arrays.copyOf(operations, operations.length);
    }

    /** Returns the code of a read of this version. */
    public static long read(long version) {
        return version << 1;
    }

    /** Returns the code of a write of this version. */
    public static long write(long version) {
        return version << 1 | 1;
    }

    int session() {
        return session;
    }

    long beginNs() {
        return beginNs;
    }

    long endNs() {
        return endNs;
    }

    History.Ending ending() {
        return ending;
    }

    boolean isCommitted() {
        return ending == History.Ending.COMMITTED;
    }

    int operations() {
        return operations.length / 2;
    }

    long key(int operation) {
        return operations[operation * 2];
    }

    long version(int operation) {
        return operations[operation * 2 + 1] >>> 1;
    }

    boolean isWrite(int operation) {
        return (operations[operation * 2 + 1] & 1) != 0;
    }

    /** Returns whether it wrote this version of this key. */
    boolean wrote(long key, long version) {
        for (int at = 0; at < operations(); at++) {
            if (isWrite(at) && key(at) == key && version(at) == version) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it writes the key again after this operation. */
    boolean writesAgain(int operation) {
        for (int later = operation + 1; later < operations(); later++) {
            if (isWrite(later) && key(later) == key(operation)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this read shows the version that the transaction replaced: it comes before its writes of the key. */
    boolean replacesRead(int read) {
        return firstOn(read) == read && writesAgain(read);
    }

    /** Returns the first operation on the same key. */
    int firstOn(int operation) {
        int first = 0;
        while (key(first) != key(operation)) {
            first++;
        }
        return first;
    }
}
