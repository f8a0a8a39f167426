package squall.apps.output;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;

/** One operation so far, and since the last status line. One thread. */
final class Tally {
    private final String name;
    private final Histogram perSecond = new Histogram(3);
    private Histogram service = new Histogram(3);
    private long total;
    private long sinceLine;
    private double microsSinceLine;

    Tally(String name) {
        this.name = name;
    }

    void add(OperationTick second) {
        count(second.completedOk(), second.service());
        perSecond.recordValue(second.completedOk());
        service.add(second.service());
    }

    /** The whole run, of which the last part of a second was not told. */
    void complete(OperationSummary run) {
        double told = service.getMean() * service.getTotalCount();
        sinceLine += run.ok() - total;
        microsSinceLine += run.service().getMean() * run.service().getTotalCount() - told;
        total = run.ok();
        service = run.service();
    }

    /** @param seconds since the line before */
    String line(double seconds) {
        double latencyMs = sinceLine == 0 ? 0 : microsSinceLine / sinceLine / 1000;
        String line = String.format(
                Locale.ROOT,
                "%s: %.2f ops/sec (%.2f ms/op), %d total ops  |  ",
                name,
                sinceLine / seconds,
                Math.max(0, latencyMs),
                total);
        sinceLine = 0;
        microsSinceLine = 0;
        return line;
    }

    /** A member of the line of JSON; where nothing was done its statistics are null. */
    String json() {
        return "\"" + name + "\":{\"latency\":" + statistics(service, 1000) + ",\"throughput\":"
                + statistics(perSecond, 1) + "}";
    }

    private void count(long ok, Histogram services) {
        total += ok;
        sinceLine += ok;
        microsSinceLine += services.getTotalCount() == 0 ? 0 : services.getMean() * services.getTotalCount();
    }

    private static String statistics(Histogram values, double unit) {
        long samples = values.getTotalCount();
        if (samples == 0) {
            return "{\"mean\":null,\"variance\":null,\"sampleSize\":0,\"min\":null,\"max\":null,\"p99\":null}";
        }
        double deviation = values.getStdDeviation() / unit;
        return String.format(
                Locale.ROOT,
                "{\"mean\":%s,\"variance\":%s,\"sampleSize\":%d,\"min\":%s,\"max\":%s,\"p99\":%s}",
                values.getMean() / unit,
                deviation * deviation,
                samples,
                values.getMinValue() / unit,
                values.getMaxValue() / unit,
                values.getValueAtPercentile(99) / unit);
    }
}
