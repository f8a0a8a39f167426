package squall.ycsb.output;

/**
 * One line of a report: {@code [metric], measurement, value}.
 *
 * @param value an {@link Integer}, {@link Long} or {@link Double}: the exporters of YCSB know no other
 */
public record ReportLine(String metric, String measurement, Number value) {
    public ReportLine {
        if (!(value instanceof Integer || value instanceof Long || value instanceof Double)) {
            throw new IllegalArgumentException(
                    "value of " + metric + ", " + measurement + " must be an int, a long or a double: " + value);
        }
    }
}
