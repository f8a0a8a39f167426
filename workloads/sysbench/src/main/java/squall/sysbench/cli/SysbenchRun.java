package squall.sysbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import squall.cli.command.ClientSettings;
import squall.cli.command.DatabaseStep;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunOption;
import squall.cli.command.RunOption.ValueFormat;
import squall.cli.command.RunOptions;
import squall.cli.command.RunSeed;
import squall.cli.command.RunTerms;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunStart;
import squall.isolation.LoadIsolation;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.results.RunInfo;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.sysbench.OltpLoad;
import squall.sysbench.OltpLoad.SessionTotals;
import squall.sysbench.OltpSettings;
import squall.sysbench.cli.SysbenchReport.LatencyHistogram;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.JudgedRun;

/** Run of a test, whose options are checked before anything is connected to, with the output of sysbench 1.0. */
record SysbenchRun(PreparedOltp oltp, LoadPlan plan, RunOptions options, RunTerms terms) {
    private static final RunOption<Integer> TIME = SysbenchWorkload.count("time", "Seconds to run, 0 for no limit", 10);
    private static final RunOption<Long> EVENTS =
            RunOption.number("events", "Number of events, 0 for no limit", 0L, ValueFormat.whole(0, Long.MAX_VALUE));
    private static final RunOption<Double> RATE = RunOption.number(
            "rate",
            "Mean rate of events per second, which come at random; 0 for as fast as they are answered",
            0,
            "a number of events per second, 0 for no limit",
            rate -> rate >= 0 && rate < Double.POSITIVE_INFINITY);
    private static final RunOption<Integer> WARMUP_TIME =
            SysbenchWorkload.count("warmup-time", "Seconds to run before the measurement begins", 0);
    private static final RunOption<Long> RAND_SEED =
            RunOption.number("rand-seed", "Seed; 0 for one that is drawn and printed", 0L, RunOptions.SEED.format());
    private static final RunOption<Integer> REPORT_INTERVAL =
            SysbenchWorkload.count("report-interval", "Seconds between lines of the figures so far, 0 for none", 0);
    private static final RunOption<Integer> PERCENTILE =
            RunOption.integer("percentile", "Percentile of the latency to print, 1 to 100, 0 for none", 95, 0, 100);
    private static final RunOption<Boolean> HISTOGRAM =
            SysbenchWorkload.onOff("histogram", "Print the latencies' histogram", false);

    /** Options of how {@code bin/sysbench} drives a test and prints its figures. */
    static final List<RunOption<?>> OPTIONS =
            List.of(TIME, EVENTS, RATE, WARMUP_TIME, RAND_SEED, REPORT_INTERVAL, PERCENTILE, HISTOGRAM);

    private static final Duration GRACE = Duration.ofSeconds(10);

    static RunSeed seed(RunOptions options, ClientSettings clients) throws CommandException {
        long given = options.get(RAND_SEED);
        if (given != 0 && options.read(RunOptions.SEED).isPresent()) {
            throw CommandException.usage("--seed and --rand-seed are the same: leave one out");
        }
        return given == 0 ? options.seed(clients) : RunSeed.of(Optional.of(given), clients);
    }

    static LoadPlan plan(RunOptions options, int threads, long seed) throws CommandException {
        int seconds = options.get(TIME);
        long events = options.get(EVENTS);
        double rate = options.get(RATE);
        if (seconds == 0 && events == 0) {
            throw CommandException.usage("--time=0 and --events=0 would run without end: give one of them");
        }
        return new LoadPlan(
                threads,
                rate == 0 ? new LoadPace.Closed() : new LoadPace.Rate(rate, LoadPace.Arrival.POISSON),
                events == 0 ? OptionalLong.empty() : OptionalLong.of(events),
                seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
                Duration.ofSeconds(options.get(WARMUP_TIME)),
                GRACE,
                seed,
                LoadPlan.Threads.suiting(threads),
                options.stopRules());
    }

    ExitCode execute(RunOutput output) throws CommandException, IOException, InterruptedException {
        try (OltpLoad load = DatabaseStep.load(() -> oltp.load(plan.warmUp()))) {
            PreparedLoad job = new PreparedLoad("run", load, plan, info(load.database()), output.clients());
            heading().forEach(output.out()::println);
            return new MeasuredRun(job, terms, output.console(), output.monitor())
                    .execute(new SysbenchFrontEnd(this, load, output));
        }
    }

    private List<String> heading() throws CommandException {
        List<String> lines = new ArrayList<>(
                List.of("Running the test with following options:", "Number of threads: " + oltp.sessions()));
        if (options.get(REPORT_INTERVAL) > 0) {
            lines.add("Report intermediate results every " + options.get(REPORT_INTERVAL) + " second(s)");
        }
        lines.add("Random number generator seed: " + plan.seed());
        lines.add("");
        return lines;
    }

    private RunInfo info(DatabaseInfo server) throws CommandException {
        OltpSettings settings = oltp.options().settings();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("tables", settings.data().tables());
        facts.put("table_size", settings.data().rowsPerTable());
        facts.put("statements_per_event", settings.mix().statements(settings.test()));
        facts.put("explicit_transaction", settings.inTransaction());
        facts.put("distribution", settings.ids().label());
        facts.put("prepared_statements", oltp.options().prepared());
        facts.put("repeatable", true);
        oltp.options().judged().ifPresent(expected -> facts.put("judged", LoadIsolation.CHECK));
        return new RunInfo(
                settings.test().label(),
                server.product(),
                terms.reproduce(),
                plan.seed(),
                facts,
                terms.settings(effective(settings), plan.stopRules(), "command line or default"),
                server,
                Map.of());
    }

    private Map<String, Object> effective(OltpSettings settings) throws CommandException {
        Map<String, Object> effective = new LinkedHashMap<>();
        effective.put("tables", settings.data().tables());
        effective.put("table-size", settings.data().rowsPerTable());
        effective.put("auto-inc", settings.data().autoInc());
        effective.put("threads", oltp.sessions());
        for (RunOption<?> option : List.of(TIME, EVENTS, RATE, WARMUP_TIME)) {
            effective.put(option.name(), options.get(option));
        }
        effective.put("rand-type", settings.ids());
        effective.put("rand-seed", plan.seed());
        effective.put("range-size", settings.rangeSize());
        effective.put("mix", settings.mix());
        effective.put("skip-trx", !settings.explicitTransactions());
        return effective;
    }

    /** sysbench's output, in addition to the run directory, and the checks of the tables. */
    private static final class SysbenchFrontEnd implements FrontEnd {
        private final OltpLoad load;
        private final Consumer<String> out;
        private final RunOutput output;
        private final StartLines start = new StartLines();
        private final int threads;
        private final int reportInterval;
        private final int percentile;
        private final boolean histogram;

        SysbenchFrontEnd(SysbenchRun run, OltpLoad load, RunOutput output) throws CommandException {
            this.load = load;
            this.output = output;
            this.out = output::print;
            this.threads = run.oltp.sessions();
            this.reportInterval = run.options.get(REPORT_INTERVAL);
            this.percentile = run.options.get(PERCENTILE);
            this.histogram = run.options.get(HISTOGRAM);
        }

        /** Listener that reports that the threads were started, and keeps the number of reconnects for the report. */
        private final class StartLines implements RunListener {
            private OptionalLong reconnects = OptionalLong.empty();

            @Override
            public void started(RunStart start) {
                out.accept("Threads started!");
                out.accept("");
            }

            /** Keeps the number of reconnects since the warm-up; the checks that follow have connections of their own. */
            @Override
            public void finished(RunResult result) {
                reconnects = OptionalLong.of(load.measuredReconnects());
            }

            long reconnects() {
                return reconnects.orElseGet(load::measuredReconnects);
            }
        }

        @Override
        public List<RunListener> listeners() {
            List<RunListener> listeners = new ArrayList<>(List.of(start));
            if (reportInterval > 0) {
                listeners.add(new IntervalLines(
                        reportInterval,
                        percentile == 0 ? 95 : percentile,
                        () -> new IntervalLines.Progress(threads, SessionTotals.sum(load.totals()), load.reconnects()),
                        out));
            }
            return listeners;
        }

        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return output.checks(load.check(), check -> true);
        }

        @Override
        public void keep(Path directory, JudgedRun judged) throws IOException {
            Optional<WindowSummary> window = judged.steady();
            if (window.isPresent()) {
                Files.write(directory.resolve("sysbench.txt"), text(window.get()));
                SessionTotals all = SessionTotals.sum(load.measuredTotals());
                double seconds = window.get().seconds();
                FiguresFile.write(
                        directory,
                        List.of(
                                WorkloadFigure.sum("transactions", "1/s", all.events() / seconds),
                                WorkloadFigure.sum("queries", "1/s", all.queries() / seconds)));
            }
        }

        @Override
        public void report(JudgedRun judged) {
            judged.steady().ifPresent(window -> text(window).forEach(out));
        }

        private List<String> text(WindowSummary window) {
            Histogram latency = window.operations().stream()
                    .map(OperationSummary::latency)
                    .findFirst()
                    .orElseThrow();
            List<String> text = new ArrayList<>();
            if (histogram) {
                text.addAll(LatencyHistogram.lines(latency));
                text.add("");
            }
            text.addAll(
                    new SysbenchReport(load.measuredTotals(), start.reconnects(), window.seconds(), latency, percentile)
                            .lines());
            text.add("");
            return text;
        }
    }

    /** The lines of {@code --report-interval}. Hears the run on the listeners' thread. */
    static final class IntervalLines implements RunListener {
        private final int everySeconds;
        private final int percentile;
        private final Supplier<Progress> progress;
        private final Consumer<String> say;
        private Progress before = new Progress(0, new SessionTotals(0, 0, 0, 0, 0, 0), 0);
        private Histogram service = new Histogram(3);

        /** Progress of a run. @param totals of all threads together */
        public record Progress(int threads, SessionTotals totals, long reconnects) {}

        /** @param percentile of the latency to print */
        public IntervalLines(int everySeconds, int percentile, Supplier<Progress> progress, Consumer<String> say) {
            this.everySeconds = everySeconds;
            this.percentile = percentile;
            this.progress = progress;
            this.say = say;
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {
            liveSecond.operations().forEach(operation -> service.add(operation.service()));
            long seconds = liveSecond.second() + 1;
            if (seconds % everySeconds == 0) {
                Progress now = progress.get();
                say.accept(line(seconds, now));
                before = now;
                service = new Histogram(3);
            }
        }

        private String line(long seconds, Progress now) {
            SessionTotals more = now.totals().since(before.totals());
            double length = everySeconds;
            return String.format(
                    Locale.ROOT,
                    "[ %ds ] thds: %d tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,%d%%): %.2f err/s: %.2f reconn/s: %.2f",
                    seconds,
                    now.threads(),
                    more.events() / length,
                    more.queries() / length,
                    more.reads() / length,
                    more.writes() / length,
                    more.others() / length,
                    percentile,
                    service.getValueAtPercentile(percentile) / 1000.0,
                    more.restarts() / length,
                    (now.reconnects() - before.reconnects()) / length);
        }
    }
}
