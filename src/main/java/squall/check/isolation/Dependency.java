package squall.check.isolation;

/** Why one transaction must come before another. */
public enum Dependency {
    /** It wrote a version that the other one replaced. */
    WRITE_WRITE("ww"),
    /** It wrote a version that the other one read. */
    WRITE_READ("wr"),
    /** It read a version that the other one replaced: an anti-dependency. */
    READ_WRITE("rw"),
    /** As {@link #READ_WRITE}, of a row that a predicate missed. */
    PREDICATE_READ_WRITE("rw (predicate)"),
    /** It came first in the same session. */
    SESSION("session"),
    /** It was acknowledged before the other one began. */
    REAL_TIME("real time");

    private final String label;

    Dependency(String label) {
        this.label = label;
    }

    /** As papers write it. */
    public String label() {
        return label;
    }

    int bit() {
        return 1 << ordinal();
    }

    boolean isAntiDependency() {
        return this == READ_WRITE || this == PREDICATE_READ_WRITE;
    }

    static int bits(Dependency... dependencies) {
        int bits = 0;
        for (Dependency dependency : dependencies) {
            bits |= dependency.bit();
        }
        return bits;
    }
}
