package squall.check.isolation;

/** Why one transaction must come before another. */
public enum Dependency {
    /** It wrote a version that the other one replaced. */
    WRITE_WRITE(0, "ww"),
    /** It wrote a version that the other one read. */
    WRITE_READ(1, "wr"),
    /** It read a version that the other one replaced: an anti-dependency. */
    READ_WRITE(2, "rw"),
    /** As {@link #READ_WRITE}, of a row that a predicate missed. */
    PREDICATE_READ_WRITE(3, "rw (predicate)"),
    /** It came first in the same session. */
    SESSION(4, "session"),
    /** It was acknowledged before the other one began. */
    REAL_TIME(5, "real time");

    private static final Dependency[] BY_CODE = values();

    private final int code;
    private final String label;

    Dependency(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** As papers write it. */
    public String label() {
        return label;
    }

    int bit() {
        return 1 << code;
    }

    /** As a graph stores it; the constants are declared in the order of their codes. */
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
