package squall.report.compare;

/**
 * A number that each run has one of.
 *
 * @param key its name in files and options: {@code steady.p99_ms}
 * @param unit empty if it has none
 * @param primary whether it is compared if nobody names others
 */
public record Metric(String key, String unit, Kind kind, boolean primary) {}
