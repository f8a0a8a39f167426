package squall.apps.output;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import squall.apps.AppOperations;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.WindowSummary;

/**
 * Listener that prints a status line every five seconds and one for the rest of the run. Called on the listeners' thread.
 *
 * <p>Rate and latency cover the acknowledged operations since the previous line; latency is the service time, as
 * upstream reports it. The key is left out as long as none was generated.
 */
public final class AppStatusLines implements RunListener {
    private static final int EVERY_SECONDS = 5;
    private static final long MS = 1_000_000;

    private final Consumer<String> say;
    private final LongSupplier writtenKeys;
    private final boolean json;
    private final AppOperationCounts reads = new AppOperationCounts(AppOperations.READ.name());
    private final AppOperationCounts writes = new AppOperationCounts(AppOperations.WRITE.name());
    private long toldNs;

    /** @param writtenKeys number of keys given out so far */
    public AppStatusLines(Consumer<String> say, LongSupplier writtenKeys, boolean json) {
        this.say = say;
        this.writtenKeys = writtenKeys;
        this.json = json;
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        List<OperationTick> ticks = liveSecond.operations();
        reads.add(ticks.get(AppOperations.READ.ordinal()));
        writes.add(ticks.get(AppOperations.WRITE.ordinal()));
        if ((liveSecond.second() + 1) % EVERY_SECONDS == 0) {
            tell((liveSecond.second() + 1) * 1_000 * MS);
        }
    }

    /** Prints the last line: operations completed after the last whole second are in the totals only now. */
    @Override
    public void finished(RunResult result) {
        reads.complete(result.total().operations().get(AppOperations.READ.ordinal()));
        writes.complete(result.total().operations().get(AppOperations.WRITE.ordinal()));
        long plannedNs = plannedEndNs(result.total());
        if (plannedNs > toldNs) {
            tell(plannedNs);
        } else if (result.elapsedNs() > toldNs && (reads.untold() || writes.untold())) {
            tell(result.elapsedNs());
        }
    }

    /** Returns the end of the time by which the table of operations has its rates; the last answers may come later. */
    private static long plannedEndNs(WindowSummary total) {
        return Math.round((total.window().fromSecond() + total.seconds()) * 1_000) * MS;
    }

    private void tell(long nowNs) {
        double seconds = (nowNs - toldNs) / (1_000.0 * MS);
        toldNs = nowNs;
        long keys = writtenKeys.getAsLong();
        say.accept(prefix(nowNs) + reads.line(seconds) + writes.line(seconds) + "Uptime: " + nowNs / MS + " ms | "
                + (keys == 0 ? "" : "maxGeneratedKey: " + (keys - 1) + " | "));
        if (json) {
            say.accept(prefix(nowNs) + "<json>{" + reads.json() + "," + writes.json() + "}</json>");
        }
    }

    private static String prefix(long nowNs) {
        return String.format(Locale.ROOT, "%d [main] INFO squall.apps  - ", nowNs / MS);
    }

    /** Totals of one operation, of the run and since the last status line; used by a single thread. */
    private static final class AppOperationCounts {
        private final String name;
        private final Histogram perSecond = new Histogram(3);
        private Histogram service = new Histogram(3);
        private long total;
        private long sinceLine;
        private double microsSinceLine;

        AppOperationCounts(String name) {
            this.name = name;
        }

        void add(OperationTick second) {
            count(second.completedOk(), second.service());
            perSecond.recordValue(second.completedOk());
            service.add(second.service());
        }

        /** Adds the operations of the last, incomplete second from the totals of the run. */
        void complete(OperationSummary run) {
            double told = service.getMean() * service.getTotalCount();
            sinceLine += run.ok() - total;
            microsSinceLine += run.service().getMean() * run.service().getTotalCount() - told;
            total = run.ok();
            service = run.service();
        }

        /** Returns whether operations were completed since the previous line. */
        boolean untold() {
            return sinceLine > 0;
        }

        /** @param seconds since the previous line */
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

        /** Returns a member of the JSON line; its statistics are null where no operation was completed. */
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
}
