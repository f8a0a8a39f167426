package squall.sysbench.kv.cli;

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
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import squall.cli.Signals;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.RunInfo;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.sql.SqlDatabase;
import squall.sysbench.cli.ResultFlags;
import squall.sysbench.cli.RunSurroundings;
import squall.sysbench.kv.KvLoad;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.cli.ConcurrencySearch.SearchStep;
import squall.sysbench.kv.cli.KvCommand.SearchFlags.SearchGoal;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * One run, checked before anything is connected to.
 *
 * @param nodes of the cluster, where the user says how many
 */
record KvRun(KvSettings settings, LoadPlan plan, Optional<SearchGoal> search, OptionalInt nodes, RunTerms terms) {
    private static final Duration GRACE = Duration.ofSeconds(10);

    static LoadPlan plan(KvFlags flags, ResultFlags results, long seed) throws CommandException {
        if (flags.duration().isEmpty() && flags.maxOps().isEmpty()) {
            throw CommandException.usage("--duration=0 without --max-ops would run without end: give one of them");
        }
        LoadPace pace = flags.maxRate() == 0
                ? new LoadPace.Closed()
                : new LoadPace.Rate(flags.maxRate(), LoadPace.Arrival.CONSTANT);
        return new LoadPlan(
                flags.concurrency(),
                pace,
                flags.maxOps(),
                flags.duration(),
                flags.ramp(),
                GRACE,
                seed,
                LoadPlan.Threads.suiting(flags.concurrency()),
                results.stopRules());
    }

    /** @param rowsThere where the writes go on, unless the user said otherwise */
    KvRun from(long rowsThere) {
        return new KvRun(settings.from(rowsThere), plan, search, nodes, terms);
    }

    ExitCode execute(SqlDatabase database, RunSurroundings around)
            throws CommandException, IOException, InterruptedException {
        if (search.isEmpty()) {
            return measured(database, List.of(), around);
        }
        Found found = found(database, search.get(), around.console());
        Optional<SearchStep> best = found.search().best();
        if (best.isEmpty()) {
            ExitReasons reasons = ExitReasons.OK.and(
                    ExitCode.EXPECTATION,
                    "no concurrency keeps p99 within " + search.get().p99Ms() + " ms: one session has "
                            + String.format(
                                    Locale.ROOT,
                                    "%.2f ms",
                                    found.search().steps().getFirst().p99Ms()));
            reasons.lines().forEach(around.console()::tell);
            return reasons.worst();
        }
        int sessions = best.get().sessions();
        around.console()
                .say("most sessions within p99 " + search.get().p99Ms() + " ms: " + sessions
                        + (sessions == search.get().most() ? ", the most to be tried" : ""));
        KvRun again = new KvRun(
                settings.from(found.written()), with(sessions, plan.length(), plan.warmUp()), search, nodes, terms);
        return again.measured(database, found.search().steps(), around);
    }

    /** A search that is over. @param written rows by the end of it, with those before */
    private record Found(ConcurrencySearch search, long written) {}

    private Found found(SqlDatabase database, SearchGoal wanted, ProgressConsole console)
            throws CommandException, IOException, InterruptedException {
        ConcurrencySearch found = ConcurrencySearch.begin(wanted.p99Ms(), wanted.most());
        console.say("looking for the most sessions within p99 " + wanted.p99Ms() + " ms, "
                + wanted.step().toSeconds() + " s each step");
        long written = settings.firstWrite();
        for (OptionalInt next = found.next(); next.isPresent(); next = found.next()) {
            KvSettings goingOn = settings.from(written);
            RunResult result = step(database, goingOn, next.getAsInt(), wanted.step());
            SearchStep step = measured(next.getAsInt(), result);
            console.say(step.line());
            found = found.with(step);
            written = goingOn.writtenAfter(result.started());
        }
        return new Found(found, written);
    }

    private static SearchStep measured(int sessions, RunResult result) {
        WindowSummary window = result.windows().getLast();
        Histogram latency = latency(window);
        return new SearchStep(
                sessions,
                window.goodputPerSecond(),
                latency.getValueAtPercentile(50) / 1000.0,
                latency.getValueAtPercentile(99) / 1000.0,
                window.failed());
    }

    /** The first second, in which connections are new, is not measured. */
    private RunResult step(SqlDatabase database, KvSettings goingOn, int sessions, Duration length)
            throws CommandException, IOException, InterruptedException {
        try (KvLoad load = load(database, goingOn.withoutChecks())) {
            return executed(new LoadRun(load, with(sessions, Optional.of(length), Duration.ofSeconds(1)), List.of()));
        }
    }

    private static RunResult executed(LoadRun run) throws CommandException, InterruptedException {
        Signals signals = Signals.install(
                signal -> run.stop(new RunEnding.Interrupted(signal)),
                signal -> run.stopNow(new RunEnding.Interrupted(signal)));
        try {
            RunResult result = run.execute();
            return switch (result.ending()) {
                case RunEnding.Complete complete -> result;
                case RunEnding.Aborted aborted -> result;
                case RunEnding.Interrupted interrupted ->
                    throw new CommandException(ExitCode.INTERRUPTED, "interrupted while looking for the concurrency");
                case RunEnding.CalledOff off -> throw new CommandException(ExitCode.INVALID, off.reason());
                case RunEnding.Failed failed ->
                    throw new CommandException(
                            ExitCode.UNREACHABLE, "a step could not be run: " + failed, failed.cause());
            };
        } finally {
            signals.close();
        }
    }

    private LoadPlan with(int sessions, Optional<Duration> length, Duration warmUp) {
        return new LoadPlan(
                sessions,
                plan.pace(),
                plan.turns(),
                length,
                warmUp,
                plan.grace(),
                plan.seed(),
                LoadPlan.Threads.suiting(sessions),
                plan.stopRules());
    }

    private ExitCode measured(SqlDatabase database, List<SearchStep> steps, RunSurroundings around)
            throws CommandException, IOException, InterruptedException {
        try (KvLoad load = load(database, settings)) {
            PreparedLoad job = new PreparedLoad("run", load, plan, info(load.database(), steps), around.clients());
            return new MeasuredRun(job, terms, around.console(), around.monitor())
                    .execute(new KvFrontEnd(load, nodes(load.database()), around));
        }
    }

    private static KvLoad load(SqlDatabase database, KvSettings settings)
            throws CommandException, InterruptedException {
        try {
            KvLoad load = new KvLoad(database, settings);
            load.setUp();
            return load;
        } catch (IOException e) {
            // Without a cause it is not a failure of the database, but what was found there.
            throw new CommandException(
                    e.getCause() == null ? ExitCode.USAGE : ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private int nodes(DatabaseInfo server) {
        return nodes.orElse(Math.max(1, server.endpoints().size()));
    }

    private RunInfo info(DatabaseInfo server, List<SearchStep> steps) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("read_percent", settings.readPercent());
        facts.put("order", settings.keys().order().name().toLowerCase(Locale.ROOT));
        facts.put("batch", settings.batch());
        facts.put("first_write", settings.firstWrite());
        facts.put("cluster_nodes", nodes(server));
        facts.put("repeatable", true);
        search.ifPresent(wanted -> facts.put("p99_bound_ms", wanted.p99Ms()));
        if (!steps.isEmpty()) {
            facts.put("sessions_curve", steps);
        }
        String name = settings.readPercent() == 0 ? "kv" : "kv" + settings.readPercent();
        return new RunInfo(
                name, server.product(), terms.reproduce(), plan.seed(), facts, effective(), server, Map.of());
    }

    private Map<String, RunInfo.Setting> effective() {
        Map<String, RunInfo.Setting> effective = new LinkedHashMap<>();
        put(effective, "read-percent", settings.readPercent());
        put(effective, "min-block-bytes", settings.minBlockBytes());
        put(effective, "max-block-bytes", settings.maxBlockBytes());
        put(effective, "batch", settings.batch());
        put(effective, "cycle-length", settings.keys().cycleLength());
        put(effective, "write-seq", settings.firstWrite());
        put(effective, "concurrency", plan.sessions());
        put(effective, "seed", plan.seed());
        put(effective, "abort-on", plan.stopRules());
        put(effective, "error-budget", terms.budget().share());
        return effective;
    }

    private static void put(Map<String, RunInfo.Setting> effective, String name, Object value) {
        effective.put(name, new RunInfo.Setting(String.valueOf(value), "command line or default"));
    }

    private static Histogram latency(WindowSummary window) {
        Histogram all = new Histogram(3);
        window.operations().forEach(operation -> all.add(operation.latency()));
        return all;
    }

    /** What CockroachDB's workload prints, and the figures by which clusters are compared. */
    private record KvFrontEnd(KvLoad load, int nodes, RunSurroundings around) implements FrontEnd {
        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return around.checks(load.check(), check -> check.name().equals(KvLoad.ROWS));
        }

        @Override
        public void keep(Path directory, JudgedRun run) throws IOException {
            Optional<WindowSummary> window = window(run);
            if (window.isPresent()) {
                Files.write(directory.resolve("kv.txt"), KvSummaryLines.of(window.get()));
                double perSecond = window.get().goodputPerSecond();
                FiguresFile.write(
                        directory,
                        List.of(
                                WorkloadFigure.sum("ops", "1/s", perSecond),
                                WorkloadFigure.sum("ops a node", "1/s", perSecond / nodes)));
            }
        }

        @Override
        public List<String> figures(JudgedRun run) {
            return window(run)
                    .map(window -> List.of(String.format(
                            Locale.ROOT,
                            "%,.1f ops/s on %d node%s, %,.1f ops/s a node",
                            window.goodputPerSecond(),
                            nodes,
                            nodes == 1 ? "" : "s",
                            window.goodputPerSecond() / nodes)))
                    .orElse(List.of());
        }

        @Override
        public void report(JudgedRun run) {
            window(run).ifPresent(window -> KvSummaryLines.of(window).forEach(around::print));
        }

        private static Optional<WindowSummary> window(JudgedRun run) {
            return run.result().windows().stream()
                    .filter(window -> window.window().kind() == Window.Kind.STEADY)
                    .filter(window -> window.seconds() > 0)
                    .findFirst();
        }
    }

    /** What CockroachDB's workload prints at the end: a line for each operation, and one for all. Pure. */
    private static final class KvSummaryLines {
        private static final String HEAD =
                "_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__";

        private KvSummaryLines() {}

        static List<String> of(WindowSummary window) {
            List<String> lines = new ArrayList<>();
            Histogram all = new Histogram(3);
            long ok = 0;
            long failed = 0;
            for (OperationSummary operation : window.operations()) {
                lines.add(HEAD + "total");
                lines.add(line(
                                window.seconds(),
                                operation.refused() + operation.unknown(),
                                operation.ok(),
                                operation.latency())
                        + operation.operation().name());
                all.add(operation.latency());
                ok += operation.ok();
                failed += operation.refused() + operation.unknown();
            }
            lines.add(HEAD + "result");
            lines.add(line(window.seconds(), failed, ok, all));
            return lines;
        }

        private static String line(double seconds, long errors, long ok, Histogram latency) {
            return String.format(
                    Locale.ROOT,
                    "%7.1fs %8d %14d %14.1f %8.1f %8.1f %8.1f %8.1f %8.1f  ",
                    seconds,
                    errors,
                    ok,
                    seconds == 0 ? 0 : ok / seconds,
                    latency.getMean() / 1000,
                    latency.getValueAtPercentile(50) / 1000.0,
                    latency.getValueAtPercentile(95) / 1000.0,
                    latency.getValueAtPercentile(99) / 1000.0,
                    latency.getMaxValue() / 1000.0);
        }
    }
}
