package squall.check.isolation;

/** Dependency: the reason why one transaction must come before another. */
public enum Dependency {
    /** The first transaction wrote a version that the second one replaced. */
    WRITE_WRITE(0, "ww"),
    /** The first transaction wrote a version that the second one read. */
    WRITE_READ(1, "wr"),
    /** The first transaction read a version that the second one replaced: an anti-dependency. */
    READ_WRITE(2, "rw"),
    /** Anti-dependency as {@link #READ_WRITE}, by a row that a predicate missed. */
    PREDICATE_READ_WRITE(3, "rw (predicate)"),
    /** The first transaction came first in the same session. */
    SESSION(4, "session"),
    /** The first transaction was acknowledged before the second one began. */
    REAL_TIME(5, "real time");

    private static final Dependency[] BY_CODE = values();

    private final int code;
    private final String label;

    Dependency(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Returns the abbreviation used in papers. */
    public String label() {
        return label;
    }

    int bit() {
        return 1 << code;
    }

    /** Returns the code as a graph stores it; the constants are declared in the order of their codes. */
    byte code() {
        return (byte) code;
    }

    static Dependency of(byte code) {
        return BY_CODE[code];
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
