package squall.ycsb.output;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.RunInfo.Setting;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.JvmMonitor.JvmFacts;
import squall.ycsb.output.YcsbReport.ReportLine;

/** Factory of made-up runs. */
final class Runs {
    static final Operation READ = new Operation(0, "READ", false);
    static final Operation UPDATE = new Operation(1, "UPDATE", false);
    static final Outcome SERIALIZATION =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "could not serialize access");
    static final Outcome DEADLOCK = new Outcome.Refused(new ErrorCode(ErrorKind.DEADLOCK, "40P01"), "deadlock");
    static final Window WHOLE = new Window("steady", Window.Kind.STEADY, 0, 2);
    static final JvmFacts NO_JVM = new JvmFacts(List.of(), Optional.empty());

    private Runs() {}

    /** Returns the properties. @param pairs {@code key=value} */
    static YcsbProperties properties(String... pairs) {
        Map<String, Setting> settings = new TreeMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split("=", 2);
            settings.put(parts[0], new Setting(parts[1], "-p"));
        }
        try {
            return YcsbProperties.of(settings);
        } catch (CommandException e) {
            throw new AssertionError(e);
        }
    }

    static Histogram us(long... values) {
        Histogram histogram = new Histogram(3);
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    /** Returns an operation that always succeeded; its latency is its service time. */
    static OperationSummary good(Operation operation, long... us) {
        return new OperationSummary(
                operation, us.length, 0, 0, 0, 0, us(us), us(us), us(), us(), Map.of(Outcome.OK, (long) us.length));
    }

    static OperationSummary never(Operation operation) {
        return new OperationSummary(operation, 0, 0, 0, 0, 0, us(), us(), us(), us(), Map.of());
    }

    /** Returns two reads of 100 and 300 us, and failures of 900 us each. */
    static OperationSummary failing(Map<Outcome, Long> failures) {
        long failed = failures.values().stream().mapToLong(Long::longValue).sum();
        Histogram failedUs = new Histogram(3);
        failedUs.recordValueWithCount(900, failed);
        Map<Outcome, Long> outcomes =
                failures.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        outcomes.put(Outcome.OK, 2L);
        return new OperationSummary(READ, 2, failed, 0, 0, 0, us(100, 300), us(100, 300), failedUs, failedUs, outcomes);
    }

    /** Returns a run of two seconds in one window. */
    static RunResult run(OperationSummary... operations) {
        long finished = List.of(operations).stream()
                .filter(o -> !o.operation().part())
                .mapToLong(OperationSummary::ended)
                .sum();
        WindowSummary total = new WindowSummary(WHOLE, 2.0, List.of(operations));
        return new RunResult(
                new RunEnding.Complete(),
                2_000_000_000L,
                RunResult.TurnCount.allFinished(finished),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
    }

    static OperationTick tick(Operation operation, long... us) {
        return new OperationTick(
                operation, us.length, 0, 0, 0, us.length, us.length, us(us), us(us), Map.of(Outcome.OK, (long)
                        us.length));
    }

    static Tick second(long second, OperationTick... operations) {
        return new Tick(second, WHOLE, List.of(operations), 0, 0);
    }

    /** Returns lines as the text exporter prints them. */
    static List<String> text(List<ReportLine> lines) {
        return lines.stream()
                .map(line -> "[" + line.metric() + "], " + line.measurement() + ", " + line.value())
                .toList();
    }

    /** Returns the report of a run under these properties, {@code key=value}, without the lines about the JVM. */
    static List<String> report(RunResult result, String... set) throws CommandException {
        return report(result, NO_JVM, new MeasurementGroups.FailureTimes(), set).stream()
                .filter(line -> !line.startsWith("[TOTAL_GC"))
                .toList();
    }

    /** Returns the whole report. */
    static List<String> report(RunResult result, JvmFacts jvm, MeasurementGroups.FailureTimes failures, String... set)
            throws CommandException {
        OutputSettings settings = OutputSettings.of(properties(set));
        MeasurementGroups.LatencyTimeSeries slots = new MeasurementGroups.LatencyTimeSeries(settings.slotSeconds());
        return text(YcsbReport.lines(result, settings, jvm, new MeasurementGroups(settings, slots, failures)));
    }

    /** Returns the names of the groups of operations. */
    static List<String> groups(RunResult result, String... set) throws CommandException {
        return report(result, set).stream()
                .map(line -> line.substring(1, line.indexOf(']')))
                .distinct()
                .filter(name -> !List.of("OVERALL", "GOODPUT", "ERRORS", "PLAN").contains(name))
                .toList();
    }

    /** Makes a load whose turns are two reads each, sent at 1 ms and at 2 ms, which end so. */
    static Load twoReads(Outcome first, Outcome second) {
        return new FakeLoad(List.of(READ), turn -> {
            turn.record(READ, 1_000_000, first, 1);
            turn.record(READ, 2_000_000, second, 1);
            return true;
        });
    }
}
