package squall.ycsb.output;

import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Pulse;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.Operation;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.workload.PartNames;

/**
 * The status lines of {@code -s}: one at the start, one each {@code status.interval}, one at the end.
 *
 * <p>Upstream's format, with two differences: there is no estimate before the first operation is done, where upstream prints an absurd
 * one; and failures show as {@code [READ-FAILED: Count=n]}. Hears the run on the listeners' thread.
 */
public final class StatusLines implements RunListener {
    private static final DecimalFormatSymbols SYMBOLS = DecimalFormatSymbols.getInstance(Locale.ROOT);

    private final PrintStream stderr;
    private final String label;
    private final long intervalSeconds;
    private final long planned;
    private final DateTimeFormatter clock;
    private final DecimalFormat number = new DecimalFormat("#.##", SYMBOLS);
    private final SortedMap<String, Recent> operations = new TreeMap<>();
    private long startedAtEpochMs;
    private long lastMs;
    private long lastTotal;
    private long total;

    public StatusLines(YcsbProperties properties, PrintStream stderr) {
        this(properties, stderr, ZoneId.systemDefault());
    }

    StatusLines(YcsbProperties properties, PrintStream stderr, ZoneId zone) {
        this.stderr = stderr;
        this.label = properties.get(ClientProperties.LABEL);
        this.intervalSeconds = properties.get(ClientProperties.STATUS_INTERVAL);
        this.planned = PlannedOperations.of(properties);
        // The zone is not printed and the milliseconds follow a colon: upstream's format.
        this.clock = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT)
                .withZone(zone);
    }

    @Override
    public void started(long atEpochMs) {
        startedAtEpochMs = atEpochMs;
        print(0);
    }

    @Override
    public void pulse(Pulse pulse) {
        total = pulse.finishedTurns();
        for (OperationTick tick : pulse.operations()) {
            if (tick.completed() > 0) {
                recent(tick.operation()).add(tick);
            }
        }
        long seconds = pulse.second() + 1;
        if (seconds % intervalSeconds == 0) {
            print(seconds * 1000);
        }
    }

    @Override
    public void finished(RunResult result) {
        total = result.finished();
        for (OperationSummary whole : Reported.of(result.total().operations())) {
            if (whole.ended() > 0) {
                recent(whole.operation()).addRest(whole);
            }
        }
        print(Math.max(lastMs, result.elapsedNs() / 1_000_000)); // the last second may have been cut short
    }

    private Recent recent(Operation operation) {
        return operations.computeIfAbsent(PartNames.reported(operation.name()), n -> new Recent());
    }

    private void print(long sinceStartMs) {
        StringBuilder line = new StringBuilder(label)
                .append(clock.format(Instant.ofEpochMilli(startedAtEpochMs + sinceStartMs)))
                .append(' ')
                .append(sinceStartMs / 1000)
                .append(" sec: ")
                .append(total)
                .append(" operations; ");
        if (total > 0) {
            line.append(rate(sinceStartMs)).append(estimate(sinceStartMs));
        }
        operations.forEach((name, recent) -> line.append(recent.text(name)));
        stderr.println(line);
        operations.values().forEach(Recent::clear);
        lastMs = sinceStartMs;
        lastTotal = total;
    }

    /** Empty when the last line was printed at this very moment. */
    private String rate(long sinceStartMs) {
        if (sinceStartMs <= lastMs) {
            return "";
        }
        double perSecond = 1000.0 * (total - lastTotal) / (sinceStartMs - lastMs);
        return number.format(perSecond) + " current ops/sec; ";
    }

    private String estimate(long sinceStartMs) {
        if (planned <= total) {
            return "";
        }
        double perSecond = 1000.0 * total / sinceStartMs;
        return "est completion in " + RemainingTime.of((long) Math.ceil((planned - total) / perSecond));
    }

    /** One operation since the last line. */
    private final class Recent {
        private final Histogram service = new Histogram(3);
        private final Histogram told = new Histogram(3);
        private long failed;
        private long toldFailed;

        void add(OperationTick tick) {
            service.add(tick.service());
            failed += tick.completed() - tick.completedOk();
        }

        /** The last second was cut short and had no pulse: it is what the whole run has beyond the others. */
        void addRest(OperationSummary whole) {
            Histogram rest = whole.service().copy();
            rest.subtract(told);
            rest.subtract(service);
            service.add(rest);
            failed = whole.refused() + whole.unknown() - toldFailed;
        }

        void clear() {
            told.add(service);
            toldFailed += failed;
            service.reset();
            failed = 0;
        }

        String text(String name) {
            String acknowledged = "[" + name + ": Count=" + service.getTotalCount() + ", Max=" + service.getMaxValue()
                    + ", Min=" + service.getMinValue() + ", Avg=" + number.format(service.getMean()) + percentile("90")
                    + percentile("99") + percentile("99.9") + percentile("99.99") + "] ";
            return failed == 0 ? acknowledged : acknowledged + "[" + name + "-FAILED: Count=" + failed + "] ";
        }

        private String percentile(String percentile) {
            return ", " + percentile + "=" + service.getValueAtPercentile(Double.parseDouble(percentile));
        }
    }
}
