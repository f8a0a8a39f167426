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
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunTerms;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.RunInfo;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.sql.SqlDatabase;
import squall.sysbench.OltpLoad;
import squall.sysbench.OltpLoad.SessionTotals;
import squall.sysbench.OltpSettings;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.cli.SysbenchReport.LatencyHistogram;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.JudgedRun;

/** One run of a test, checked before anything is connected to. */
record SysbenchRun(SysbenchFlags flags, OltpSettings settings, LoadPlan plan, boolean histogram) {
    private static final Duration GRACE = Duration.ofSeconds(10);

    static SysbenchRun of(SysbenchFlags flags, OltpTest test, ResultFlags results, long seed) throws CommandException {
        if (flags.time() == 0 && flags.events() == 0) {
            throw CommandException.usage("--time=0 and --events=0 would run without end: give one of them");
        }
        LoadPace pace =
                flags.rate() == 0 ? new LoadPace.Closed() : new LoadPace.Rate(flags.rate(), LoadPace.Arrival.POISSON);
        LoadPlan plan = new LoadPlan(
                flags.threads(),
                pace,
                flags.events() == 0 ? OptionalLong.empty() : OptionalLong.of(flags.events()),
                flags.time() == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(flags.time())),
                Duration.ofSeconds(flags.warmupTime()),
                GRACE,
                seed,
                LoadPlan.Threads.suiting(flags.threads()),
                results.stopRules());
        return new SysbenchRun(flags, flags.settings(test, seed, results.verify()), plan, flags.histogram());
    }

    /** The part of one client. */
    SysbenchRun by(ClientSplit split) {
        return new SysbenchRun(flags, settings, plan.of(split), histogram);
    }

    ExitCode execute(SqlDatabase database, RunTerms terms, RunSurroundings around)
            throws CommandException, IOException, InterruptedException {
        try (OltpLoad load = load(database)) {
            PreparedLoad job = new PreparedLoad("run", load, plan, info(load.database(), terms), around.clients());
            heading().forEach(around.out()::println);
            return new MeasuredRun(job, terms, around.console(), around.monitor())
                    .execute(new SysbenchFrontEnd(this, load, around));
        }
    }

    private OltpLoad load(SqlDatabase database) throws CommandException, InterruptedException {
        try {
            OltpLoad load = new OltpLoad(database, settings);
            load.setUp();
            return load;
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            // Without a cause it is not a failure of the database, but what was found there.
            throw new CommandException(
                    e.getCause() == null ? ExitCode.USAGE : ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private List<String> heading() {
        List<String> lines = new ArrayList<>(
                List.of("Running the test with following options:", "Number of threads: " + flags.threads()));
        if (flags.reportInterval() > 0) {
            lines.add("Report intermediate results every " + flags.reportInterval() + " second(s)");
        }
        lines.add("Random number generator seed: " + plan.seed());
        lines.add("");
        return lines;
    }

    private RunInfo info(DatabaseInfo server, RunTerms terms) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("tables", settings.data().tables());
        facts.put("table_size", settings.data().rowsPerTable());
        facts.put("statements_per_event", settings.mix().statements(settings.test()));
        facts.put("explicit_transaction", settings.inTransaction());
        facts.put("distribution", settings.ids().label());
        facts.put("prepared_statements", flags.prepared());
        facts.put("repeatable", true);
        return new RunInfo(
                settings.test().label(),
                server.product(),
                terms.reproduce(),
                plan.seed(),
                facts,
                effective(terms),
                server,
                Map.of());
    }

    private Map<String, RunInfo.Setting> effective(RunTerms terms) {
        Map<String, RunInfo.Setting> effective = new LinkedHashMap<>();
        put(effective, "tables", settings.data().tables());
        put(effective, "table-size", settings.data().rowsPerTable());
        put(effective, "auto-inc", settings.data().autoInc());
        put(effective, "threads", flags.threads());
        put(effective, "time", flags.time());
        put(effective, "events", flags.events());
        put(effective, "rate", flags.rate());
        put(effective, "warmup-time", flags.warmupTime());
        put(effective, "rand-type", settings.ids());
        put(effective, "rand-seed", plan.seed());
        put(effective, "range-size", settings.rangeSize());
        put(effective, "mix", settings.mix());
        put(effective, "skip-trx", !settings.explicitTransactions());
        put(effective, "abort-on", plan.stopRules());
        put(effective, "error-budget", terms.budget().share());
        return effective;
    }

    private static void put(Map<String, RunInfo.Setting> effective, String name, Object value) {
        effective.put(name, new RunInfo.Setting(String.valueOf(value), "command line or default"));
    }

    /** sysbench's output, in addition to the run directory, and the checks of the tables. */
    private static final class SysbenchFrontEnd implements FrontEnd {
        private final SysbenchRun run;
        private final OltpLoad load;
        private final Consumer<String> out;
        private final RunSurroundings around;
        private final MeasuredPart measured = new MeasuredPart();

        SysbenchFrontEnd(SysbenchRun run, OltpLoad load, RunSurroundings around) {
            this.run = run;
            this.load = load;
            this.around = around;
            this.out = around::print;
        }

        /** Takes what the warm-up sent away from what is counted. */
        private final class MeasuredPart implements RunListener {
            private List<SessionTotals> before = List.of();
            private long connectionsBefore;
            private OptionalLong connectionsAfter = OptionalLong.empty();

            @Override
            public void started(long startedAtEpochMs) {
                connectionsBefore = load.connections();
                out.accept("Threads started!");
                out.accept("");
            }

            @Override
            public void pulse(LiveSecond pulse) {
                if (pulse.second() + 1 == run.flags.warmupTime()) {
                    before = load.totals();
                }
            }

            /** The checks that follow have connections of their own. */
            @Override
            public void finished(RunResult result) {
                connectionsAfter = OptionalLong.of(load.connections());
            }

            long reconnects() {
                return connectionsAfter.orElseGet(load::connections) - connectionsBefore;
            }

            List<SessionTotals> totals() {
                List<SessionTotals> all = load.totals();
                List<SessionTotals> since = new ArrayList<>();
                for (int i = 0; i < all.size(); i++) {
                    since.add(i < before.size() ? all.get(i).since(before.get(i)) : all.get(i));
                }
                return since;
            }
        }

        @Override
        public List<RunListener> listeners() {
            List<RunListener> listeners = new ArrayList<>(List.of(measured));
            if (run.flags.reportInterval() > 0) {
                listeners.add(new IntervalLines(
                        run.flags.reportInterval(),
                        run.flags.percentile() == 0 ? 95 : run.flags.percentile(),
                        () -> new IntervalLines.Progress(
                                run.flags.threads(), SessionTotals.sum(load.totals()), measured.reconnects()),
                        out));
            }
            return listeners;
        }

        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return around.checks(load.check(), check -> true);
        }

        @Override
        public void keep(Path directory, JudgedRun judged) throws IOException {
            Optional<WindowSummary> window = window(judged);
            if (window.isPresent()) {
                Files.write(directory.resolve("sysbench.txt"), text(window.get()));
                SessionTotals all = SessionTotals.sum(measured.totals());
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
            window(judged).ifPresent(window -> text(window).forEach(out));
        }

        private List<String> text(WindowSummary window) {
            Histogram latency = window.operations().stream()
                    .map(OperationSummary::latency)
                    .findFirst()
                    .orElseThrow();
            List<String> text = new ArrayList<>();
            if (run.histogram) {
                text.addAll(LatencyHistogram.lines(latency));
                text.add("");
            }
            text.addAll(new SysbenchReport(
                            measured.totals(), measured.reconnects(), window.seconds(), latency, run.flags.percentile())
                    .lines());
            text.add("");
            return text;
        }

        private static Optional<WindowSummary> window(JudgedRun judged) {
            return judged.result().windows().stream()
                    .filter(window -> window.window().kind() == Window.Kind.STEADY)
                    .filter(window -> window.seconds() > 0)
                    .findFirst();
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

        /** How far the run has got. @param totals of all threads together */
        public record Progress(int threads, SessionTotals totals, long reconnects) {}

        /** @param percentile of the latency to print */
        public IntervalLines(int everySeconds, int percentile, Supplier<Progress> progress, Consumer<String> say) {
            this.everySeconds = everySeconds;
            this.percentile = percentile;
            this.progress = progress;
            this.say = say;
        }

        @Override
        public void pulse(LiveSecond pulse) {
            pulse.operations().forEach(operation -> service.add(operation.service()));
            long seconds = pulse.second() + 1;
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
