package squall.report.compare;

import java.util.Locale;

/** What a metric tells of, which decides in which direction it is good, and from which difference on anybody cares. */
public enum Kind {
    THROUGHPUT(true, true, 0.05),
    LATENCY(false, true, 0.10),
    /** How long until it was normal again. */
    RECOVERY(false, true, 0.10),
    /** In percent. */
    AVAILABILITY(true, false, 0.1),
    /** In percent. */
    FAILURES(false, false, 0.1);

    private final boolean highIsGood;
    private final boolean relative;
    private final double leastEffect;

    Kind(boolean highIsGood, boolean relative, double leastEffect) {
        this.highIsGood = highIsGood;
        this.relative = relative;
        this.leastEffect = leastEffect;
    }

    public boolean highIsGood() {
        return highIsGood;
    }

    /** Whether differences are shares of the first side's value; else they are points of percent. */
    public boolean relative() {
        return relative;
    }

    /** The smallest difference that counts if nobody says otherwise: a share, or points of percent. */
    public double leastEffect() {
        return leastEffect;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
