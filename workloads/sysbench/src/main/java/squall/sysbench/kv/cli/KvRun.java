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
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import squall.cli.command.DatabaseStep;
import squall.cli.command.FrontEnd;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.command.RunOption;
import squall.cli.command.RunOption.ValueFormat;
import squall.cli.command.RunOptions;
import squall.cli.command.RunTerms;
import squall.cli.command.SessionSearch;
import squall.cli.command.SessionSearch.SearchStep;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.isolation.LoadIsolation;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.results.RunInfo;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Durations;
import squall.sysbench.cli.RunOutput;
import squall.sysbench.kv.KvLoad;
import squall.sysbench.kv.KvSettings;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Run of kv, whose options are checked before anything is connected to, with the output of CockroachDB's.
 *
 * @param search for the number of sessions to run with
 * @param nodes of the cluster, where the user says how many
 */
record KvRun(PreparedKv kv, LoadPlan plan, Optional<SearchGoal> search, Optional<Integer> nodes, RunTerms terms) {
    private static final String HEAD =
            "_elapsed___errors_____ops(total)___ops/sec(cum)__avg(ms)__p50(ms)__p95(ms)__p99(ms)_pMax(ms)__";

    private static final RunOption<Double> MAX_RATE = RunOption.number(
            "max-rate",
            "Operations per second; 0 for as fast as they are answered",
            0,
            "a number of operations per second, 0 for no limit",
            rate -> rate >= 0 && rate < Double.POSITIVE_INFINITY);
    private static final RunOption<Duration> DURATION = new RunOption<>(
            "duration",
            "TIME",
            "Duration, as 30s or 5m; 0 for no limit (default: 10s)",
            new ValueFormat<>(Durations.WANTED, Durations::parse),
            Duration.ofSeconds(10));
    private static final RunOption<Duration> RAMP = new RunOption<>(
            "ramp",
            "TIME",
            "Time before the measurement begins (default: 0s)",
            new ValueFormat<>("a whole number of seconds, such as 30s or 5m", KvRun::wholeSeconds),
            Duration.ZERO);
    private static final RunOption<Long> MAX_OPS =
            RunOption.number("max-ops", "Operations in all; 0 for no limit", 0L, ValueFormat.whole(0, Long.MAX_VALUE));

    /** Options of how {@code bin/kv} drives the workload. */
    static final List<RunOption<?>> OPTIONS = List.of(
            MAX_RATE,
            DURATION,
            RAMP,
            MAX_OPS,
            SearchGoal.FIND_CONCURRENCY,
            SearchGoal.P99,
            SearchGoal.STEP_TIME,
            SearchGoal.MAX_CONCURRENCY);

    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Search for the most sessions that keep to a bound. */
    record SearchGoal(double p99Ms, Duration step, int most) {
        private static final RunOption<Boolean> FIND_CONCURRENCY = RunOption.flag(
                "find-concurrency", "Look for the most sessions that keep to the bound --p99, then run with them");
        private static final RunOption<Duration> P99 = new RunOption<>(
                "p99",
                "TIME",
                "The bound, as 10ms",
                new ValueFormat<>(
                        "a duration above 0, such as 10ms",
                        typed -> Durations.parse(typed).filter(Duration::isPositive)),
                Duration.ZERO);
        private static final RunOption<Duration> STEP_TIME = new RunOption<>(
                "step-time",
                "TIME",
                "Length of a step (default: 5s)",
                new ValueFormat<>(
                        "a whole number of seconds, at least 1s",
                        typed -> wholeSeconds(typed).filter(Duration::isPositive)),
                Duration.ofSeconds(5));
        private static final RunOption<Integer> MAX_CONCURRENCY =
                RunOption.integer("max-concurrency", "Most sessions to try", 4096, 1, Integer.MAX_VALUE);

        /** Returns the goal that the options set; empty if nothing is looked for. */
        static Optional<SearchGoal> of(RunOptions options) throws CommandException {
            Optional<Duration> bound = options.read(P99);
            if (!options.get(FIND_CONCURRENCY)) {
                if (bound.isPresent()) {
                    throw CommandException.usage("--p99 is the bound of --find-concurrency: add that, or leave it out");
                }
                for (RunOption<?> option : List.<RunOption<?>>of(STEP_TIME, MAX_CONCURRENCY)) {
                    if (options.read(option).isPresent()) {
                        throw CommandException.usage(
                                option.option() + " is for --find-concurrency: add that, or leave it out");
                    }
                }
                return Optional.empty();
            }
            if (options.get(MAX_RATE) > 0) {
                throw CommandException.usage("--max-rate keeps each session idle, and --find-concurrency would find any"
                        + " number of them fast enough: leave one out");
            }
            double p99Ms = bound.orElseThrow(() -> CommandException.usage(
                                    "--find-concurrency needs a bound: add --p99 10ms, for example"))
                            .toNanos()
                    / 1e6;
            return Optional.of(new SearchGoal(p99Ms, options.get(STEP_TIME), options.get(MAX_CONCURRENCY)));
        }

        SessionSearch search() {
            return new SessionSearch(new SessionSearch.MostWithinP99(p99Ms, most), step);
        }
    }

    private static Optional<Duration> wholeSeconds(String typed) {
        return Durations.parse(typed).filter(length -> length.toNanosPart() == 0);
    }

    static LoadPlan plan(RunOptions options, int sessions, long seed) throws CommandException {
        Duration length = options.get(DURATION);
        long most = options.get(MAX_OPS);
        double rate = options.get(MAX_RATE);
        if (length.isZero() && most == 0) {
            throw CommandException.usage("--duration=0 without --max-ops would run without end: give one of them");
        }
        return new LoadPlan(
                sessions,
                rate == 0 ? new LoadPace.Closed() : new LoadPace.Rate(rate, LoadPace.Arrival.CONSTANT),
                most == 0 ? OptionalLong.empty() : OptionalLong.of(most),
                length.isZero() ? Optional.empty() : Optional.of(length),
                options.get(RAMP),
                GRACE,
                seed,
                LoadPlan.Threads.suiting(sessions),
                options.stopRules());
    }

    /** @param settings where the writes begin */
    ExitCode execute(KvSettings settings, RunOutput output) throws CommandException, IOException, InterruptedException {
        if (search.isEmpty()) {
            return measured(plan, settings, List.of(), output);
        }
        SearchGoal wanted = search.get();
        output.console()
                .say("looking for the most sessions within p99 " + wanted.p99Ms() + " ms, "
                        + wanted.search().length().toSeconds() + " s each step");
        SearchedTable searched = new SearchedTable(wanted.search(), settings);
        List<SearchStep> steps = wanted.search().execute(searched, output.console());
        Optional<SearchStep> best = wanted.search().rule().best(steps);
        if (best.isEmpty()) {
            ExitReasons reasons = ExitReasons.OK.and(
                    ExitCode.EXPECTATION,
                    "no concurrency keeps p99 within " + wanted.p99Ms() + " ms without failures: with one session "
                            + steps.getFirst().found());
            reasons.lines().forEach(output.console()::tell);
            return reasons.worst();
        }
        int sessions = best.get().sessions();
        output.console()
                .say("most sessions within p99 " + wanted.p99Ms() + " ms: " + sessions
                        + (sessions == wanted.most() ? ", the most to be tried" : ""));
        return measured(plan.withSessions(sessions), searched.settings, steps, output);
    }

    /** The table during a search: each step goes on where the writes of the one before ended. */
    private final class SearchedTable implements SessionSearch.SearchRun {
        private final SessionSearch search;
        private KvSettings settings;

        SearchedTable(SessionSearch search, KvSettings settings) {
            this.search = search;
            this.settings = settings;
        }

        @Override
        public SearchStep run(int sessions) throws CommandException, IOException, InterruptedException {
            try (KvLoad load = DatabaseStep.load(() -> kv.step(settings))) {
                RunResult result = SessionSearch.run(new LoadRun(load, search.plan(plan, sessions), List.of()));
                settings = settings.from(settings.writtenAfter(result.started()));
                return SearchStep.of(sessions, result, operation -> true);
            }
        }
    }

    private ExitCode measured(LoadPlan found, KvSettings settings, List<SearchStep> steps, RunOutput output)
            throws CommandException, IOException, InterruptedException {
        try (KvLoad load = DatabaseStep.load(() -> kv.load(settings))) {
            PreparedLoad job = new PreparedLoad(
                    "run", load, found, info(found, settings, load.database(), steps), output.clients());
            return new MeasuredRun(job, terms, output.console(), output.monitor())
                    .execute(new KvFrontEnd(load, nodes(load.database()), output));
        }
    }

    private int nodes(DatabaseInfo server) {
        return nodes.orElse(Math.max(1, server.endpoints().size()));
    }

    private RunInfo info(LoadPlan found, KvSettings settings, DatabaseInfo server, List<SearchStep> steps) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "run");
        facts.put("read_percent", settings.readPercent());
        facts.put("order", settings.keys().order().name().toLowerCase(Locale.ROOT));
        facts.put("batch", settings.batch());
        facts.put("first_write", settings.firstWrite());
        facts.put("cluster_nodes", nodes(server));
        facts.put("repeatable", true);
        kv.options().judged().ifPresent(expected -> facts.put("judged", LoadIsolation.CHECK));
        search.ifPresent(wanted -> facts.put("p99_bound_ms", wanted.p99Ms()));
        if (!steps.isEmpty()) {
            facts.put("sessions_curve", steps);
        }
        String name = settings.readPercent() == 0 ? "kv" : "kv" + settings.readPercent();
        Map<String, Object> effective = new LinkedHashMap<>();
        effective.put("read-percent", settings.readPercent());
        effective.put("min-block-bytes", settings.minBlockBytes());
        effective.put("max-block-bytes", settings.maxBlockBytes());
        effective.put("batch", settings.batch());
        effective.put("cycle-length", settings.keys().cycleLength());
        effective.put("write-seq", settings.firstWrite());
        effective.put("concurrency", found.sessions());
        effective.put("seed", found.seed());
        return new RunInfo(
                name,
                server.product(),
                terms.reproduce(),
                found.seed(),
                facts,
                terms.settings(effective, found.stopRules(), "command line or default"),
                server,
                Map.of());
    }

    /** Front end that prints the output of CockroachDB's workload, and the figures by which clusters are compared. */
    private record KvFrontEnd(KvLoad load, int nodes, RunOutput output) implements FrontEnd {
        @Override
        public List<CheckResult> checks(RunResult result) throws InterruptedException {
            return output.checks(load.check(), check -> check.name().equals(KvLoad.ROWS));
        }

        @Override
        public void keep(Path directory, JudgedRun run) throws IOException {
            Optional<WindowSummary> window = run.steady();
            if (window.isPresent()) {
                Files.write(directory.resolve("kv.txt"), summary(window.get()));
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
            return run.steady()
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
            run.steady().ifPresent(window -> summary(window).forEach(output::print));
        }
    }

    /** Returns the summary that CockroachDB's workload prints at the end: a line for each operation, and one for all. */
    private static List<String> summary(WindowSummary window) {
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
