package squall.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.RunDirectory;
import squall.results.RunInfo;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/**
 * Run of any length that never took place, written through the writer of real runs: noise around a rate, and faults that slow it down.
 *
 * @param perSecond number of each operation in a second
 */
public record Synthetic(int seconds, List<String> operations, int perSecond, List<Window> windows, List<Fault> faults) {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Outcome.Refused RETRY =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "could not serialize <b>access</b>");

    /** Injected in second {@code from}, healed in second {@code to}; five seconds in between nothing is acknowledged. */
    public record Fault(String id, String kind, String name, int from, int to) {
        private boolean outage(int second) {
            return from <= second && second < from + 5;
        }

        private boolean slow(int second) {
            return from <= second && second < to + 10;
        }
    }

    /** Returns a run with a baseline, and a fault in every eighth part of the rest. */
    public static Synthetic disturbed(int seconds, List<String> operations, int perSecond) {
        int part = seconds / 8;
        List<Window> windows = new ArrayList<>(List.of(
                new Window("warm-up", Window.Kind.WARMUP, 0, part / 2),
                new Window("baseline", Window.Kind.BASELINE, part / 2, part)));
        List<Fault> faults = new ArrayList<>();
        for (int n = 1; n < 8; n++) {
            int from = n * part + 2;
            int to = from + part / 2;
            windows.add(new Window("fault " + n, Window.Kind.DISTURBED, (long) n * part, to));
            windows.add(new Window("recovery " + n, Window.Kind.RECOVERY, to, n == 7 ? seconds : (n + 1L) * part));
            faults.add(new Fault("f" + n, n % 2 == 0 ? "process" : "network", "kill -9 n" + n, from, to));
        }
        return new Synthetic(seconds, operations, perSecond, windows, faults);
    }

    /** @return its path */
    public Path write(Path results) throws IOException {
        return write(results, 42);
    }

    /** Writes one of several runs in a folder: each a minute after the one with the seed before. */
    public Path write(Path results, long seed) throws IOException {
        Progress run = begin(results, seed);
        run.until(seconds);
        return run.end();
    }

    /** Writes the same run as slowly as the caller wants. */
    public Progress begin(Path results, long seed) throws IOException {
        Instant began = NOON.plusSeconds(60 * (seed - 42));
        RunDirectory directory = RunDirectory.create(results, info(), began);
        directory.started(began.toEpochMilli());
        return new Progress(directory, new Random(seed));
    }

    /** Progress of a run under way. */
    public final class Progress {
        private final RunDirectory directory;
        private final Random random;
        private final Sums sums = new Sums();
        private int second;

        private Progress(RunDirectory directory, Random random) {
            this.directory = directory;
            this.random = random;
        }

        public Path path() {
            return directory.path();
        }

        /** Goes on until this second. */
        public void until(int end) throws IOException {
            for (; second < end; second++) {
                Tick tick = tick(second, random);
                sums.add(tick);
                directory.closed(tick);
                events(directory.path(), second);
            }
        }

        public Path end() throws IOException {
            directory.keep(path -> FiguresFile.write(path, List.of(WorkloadFigure.sum("tpmC", "(unaudited)", 1234.5))));
            RunResult result = sums.result();
            List<CheckResult> checks = List.of(new CheckResult(
                    "orders", CheckResult.Verdict.PASSED, "1,204 acknowledged", Map.of("acknowledged", 1204L)));
            directory.finish(result, checks, ExitReasons.of(result, checks, new ErrorBudget(0.5)));
            return directory.path();
        }
    }

    private RunInfo info() {
        return new RunInfo(
                "tpcc",
                "postgresql",
                List.of("bin/benchbase", "-c", "</script><img src=x onerror=alert(1)>"),
                42,
                Map.of("repeatable", true),
                Map.of(),
                new DatabaseInfo("postgresql", "17.5", List.of("n1:5432", "n2:5432"), Map.of("fsync", "on")),
                Map.of());
    }

    private Tick tick(int second, Random random) {
        Window window =
                windows.stream().filter(w -> w.contains(second)).findFirst().orElseThrow();
        return new Tick(
                second,
                window,
                IntStream.range(0, operations.size())
                        .mapToObj(n -> operation(new Operation(n, operations.get(n), false), second, random))
                        .toList(),
                random.nextInt(30, 40),
                faults.stream().anyMatch(fault -> fault.outage(second)) ? 900_000_000L : 0);
    }

    private OperationTick operation(Operation operation, int second, Random random) {
        boolean out = faults.stream().anyMatch(fault -> fault.outage(second));
        double slow = faults.stream().anyMatch(fault -> fault.slow(second)) ? 3 : 1;
        long ok = out ? 0 : Math.round(perSecond / Math.sqrt(slow) * (1 + 0.05 * random.nextGaussian()));
        long failed = out ? perSecond : random.nextInt(20) == 0 ? 1 : 0;
        Histogram latency = histogram();
        for (int n = 0; n < ok; n++) {
            latency.recordValue(
                    Math.round(slow * 2000 * (operation.ordinal() + 1) * Math.exp(0.7 * random.nextGaussian())));
        }
        Map<Outcome, Long> outcomes = new HashMap<>(Map.of(Outcome.OK, ok));
        if (failed > 0) {
            outcomes.put(RETRY, failed);
        }
        return new OperationTick(operation, ok, failed, 0, failed, ok, ok + failed, latency, latency, outcomes);
    }

    private void events(Path directory, int second) throws IOException {
        Path file = directory.resolve("events.jsonl");
        for (Fault fault : faults) {
            if (second == fault.from()) {
                event(file, fault, "inject", second);
            } else if (second == fault.from() + 1) {
                event(file, fault, "effective", second);
            } else if (second == fault.to()) {
                event(file, fault, "heal", second);
            } else if (second == fault.to() + 2) {
                event(file, fault, "verified", second);
            }
        }
    }

    private static void event(Path file, Fault fault, String type, int second) {
        String line = CanonicalJson.line(Map.of(
                "t_ns",
                second * 1_000_000_000L,
                "type",
                type,
                "injection",
                fault.id(),
                "kind",
                fault.kind(),
                "fault",
                fault.name()));
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Histogram histogram() {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        return histogram;
    }

    /** Collection of the totals of all windows. */
    private final class Sums {
        private final Map<Window, List<Sum>> byWindow = new HashMap<>();

        private void add(Tick tick) {
            List<Sum> sums = byWindow.computeIfAbsent(
                    tick.window(),
                    w -> tick.operations().stream()
                            .map(o -> new Sum(o.operation()))
                            .toList());
            IntStream.range(0, sums.size())
                    .forEach(n -> sums.get(n).add(tick.operations().get(n)));
        }

        private RunResult result() {
            List<WindowSummary> all = windows.stream()
                    .map(window ->
                            new WindowSummary(window, (double) window.toSecond() - window.fromSecond(), of(window)))
                    .toList();
            List<OperationSummary> total =
                    windows.stream().map(this::of).reduce(OperationSummary::sum).orElseThrow();
            WindowSummary whole =
                    new WindowSummary(new Window("total", Window.Kind.STEADY, 0, seconds), seconds, total);
            return new RunResult(
                    new RunEnding.Complete(),
                    seconds * 1_000_000_000L,
                    RunResult.TurnCount.allFinished(whole.finished()),
                    RunResult.RunMeasurement.of(whole, all.toArray(WindowSummary[]::new)),
                    0,
                    RunResult.ClientHealth.GOOD);
        }

        private List<OperationSummary> of(Window window) {
            return Objects.requireNonNull(byWindow.get(window)).stream()
                    .map(Sum::summary)
                    .toList();
        }
    }

    /** Total of one operation in one window. */
    private static final class Sum {
        private final Operation operation;
        private final Histogram latency = histogram();
        private final Map<Outcome, Long> outcomes = new HashMap<>();
        private long failed;

        private Sum(Operation operation) {
            this.operation = operation;
        }

        private void add(OperationTick tick) {
            latency.add(tick.latency());
            failed += tick.refused();
            tick.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
        }

        private OperationSummary summary() {
            return new OperationSummary(
                    operation,
                    latency.getTotalCount(),
                    failed,
                    0,
                    failed,
                    0,
                    latency,
                    latency,
                    histogram(),
                    histogram(),
                    outcomes);
        }
    }
}
