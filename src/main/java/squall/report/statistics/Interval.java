package squall.report.statistics;

/** From where to where the true value lies, at the level it was asked for. */
public record Interval(double low, double high) {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval must not end before it begins: " + low + " to " + high);
        }
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
