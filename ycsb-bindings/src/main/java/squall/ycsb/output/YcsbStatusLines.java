package squall.ycsb.output;

import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.workload.PartNames;

/**
 * The status lines of {@code -s}: one at the start, one each {@code status.interval}, one at the end.
 *
 * <p>Upstream's format, with two differences: there is no estimate before the first operation completes, where upstream prints an absurd
 * one; and failures show as {@code [READ-FAILED: Count=n]}. Receives the run's events on the listeners' thread.
 */
public final class YcsbStatusLines implements RunListener {
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

    public YcsbStatusLines(YcsbProperties properties, PrintStream stderr) {
        this(properties, stderr, ZoneId.systemDefault());
    }

    YcsbStatusLines(YcsbProperties properties, PrintStream stderr, ZoneId zone) {
        this.stderr = stderr;
        this.label = properties.get(ClientProperties.LABEL);
        this.intervalSeconds = properties.get(ClientProperties.STATUS_INTERVAL);
        this.planned = planned(properties);
        // The zone is not printed and the milliseconds follow a colon: upstream's format.
        this.clock = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT)
                .withZone(zone);
    }

    @Override
    public void started(RunStart start) {
        startedAtEpochMs = start.epochMs();
        print(0);
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        total = liveSecond.finishedTurns();
        for (OperationTick tick : liveSecond.operations()) {
            if (tick.completed() > 0) {
                recent(tick.operation()).add(tick);
            }
        }
        long seconds = liveSecond.second() + 1;
        if (seconds % intervalSeconds == 0) {
            print(seconds * 1000);
        }
    }

    @Override
    public void finished(RunResult result) {
        total = result.finished();
        for (OperationSummary whole : ReportedOperations.of(whole(result))) {
            if (whole.ended() > 0) {
                recent(whole.operation()).addRest(whole);
            }
        }
        print(Math.max(lastMs, result.elapsedNs() / 1_000_000)); // the last second may have been cut short
    }

    /** Sums all windows, the calibration too: the earlier lines showed its operations. */
    private static List<OperationSummary> whole(RunResult result) {
        return result.windows().stream()
                .map(WindowSummary::operations)
                .reduce(OperationSummary::sum)
                .orElseGet(() -> result.total().operations());
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

    /** Returns the rate; empty if the last line was printed at this very moment. */
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

    /** Count of one operation since the last line. */
    private final class Recent {
        private final Histogram service = new Histogram(3);
        private final Histogram told = new Histogram(3);
        private long failed;
        private long toldFailed;

        void add(OperationTick tick) {
            service.add(tick.service());
            failed += tick.completed() - tick.completedOk();
        }

        /** Adds the operations of the last second, which was cut short and had no tick: the run's total beyond the other seconds. */
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

    /** Returns how many operations a command is to do, as far as the properties tell; 0 where nothing is planned but a time. */
    private static long planned(YcsbProperties properties) {
        if (properties.get(ClientProperties.DO_TRANSACTIONS)) {
            return properties.get(ClientProperties.OPERATION_COUNT);
        }
        return properties
                .given(ClientProperties.INSERT_COUNT)
                .orElseGet(() ->
                        properties.get(ClientProperties.RECORD_COUNT) - properties.get(CoreProperties.INSERT_START));
    }

    /** Estimate of how long a run will still take, in the words of upstream's status line. */
    static final class RemainingTime {
        private RemainingTime() {}

        /**
         * Formats seconds with a trailing blank: {@code 5 second }, {@code 56 seconds }, {@code 2 hours 5 minutes }, {@code 1 day 3 hours
         * }.
         */
        static String of(long seconds) {
            Duration left = Duration.ofSeconds(seconds);
            long days = left.toDays();
            // Minutes only below a day, seconds only below a minute.
            String text = part(days, "day")
                    + part(left.toHoursPart(), "hour")
                    + (days == 0 ? part(left.toMinutesPart(), "minute") : "");
            return text.isEmpty() ? seconds(left.toSecondsPart()) : text;
        }

        private static String part(long number, String unit) {
            if (number == 0) {
                return "";
            }
            return number + " " + unit + (number == 1 ? " " : "s ");
        }

        /** Formats seconds by their digits, not by the number, as upstream does: its readers expect {@code 5 second}. */
        private static String seconds(int number) {
            return number + (number < 10 ? " second " : " seconds ");
        }
    }
}
