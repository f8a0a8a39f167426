package squall.measure;

/**
 * Code of a sample, packed into one long so that a session can pass it on without an object: operation (12 bits), outcome (20 bits),
 * attempts (31 bits).
 */
public final class SampleCode {
    /** Maximum number of operations of a load. */
    public static final int MAX_OPERATIONS = 1 << 12;

    /** Maximum number of different outcomes in a run. */
    public static final int MAX_OUTCOMES = 1 << 20;

    private SampleCode() {}

    /**
     * @param operation ordinal of the operation
     * @param outcome as {@link OutcomeNumbers#id} numbered it
     * @param attempts at least 1
     */
    public static long of(int operation, int outcome, int attempts) {
        return (long) attempts << 32 | (long) outcome << 12 | operation;
    }

    static int operation(long code) {
        return (int) code & (MAX_OPERATIONS - 1);
    }

    static int outcome(long code) {
        return (int) (code >>> 12) & (MAX_OUTCOMES - 1);
    }

    static int attempts(long code) {
        return (int) (code >>> 32);
    }
}
