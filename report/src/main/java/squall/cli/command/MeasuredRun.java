package squall.cli.command;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import squall.cli.RunSignals;
import squall.cli.progress.LongStep;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.phases.FaultInjector;
import squall.engine.schedule.RunEnding;
import squall.report.EndSummary;
import squall.report.format.RunReportFiles;
import squall.results.RunDirectory;
import squall.results.RunSummary;
import squall.results.recorded.ServerActivity;
import squall.scenario.Scenario;
import squall.spi.CheckResult;
import squall.spi.ClientBarrier;
import squall.spi.Instrument;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Run of a load in any front end, alone or under a scenario: it is displayed, ended cleanly by a signal, checked, recorded and summarized.
 *
 * <pre>
 *   run directory --> run, by signal or to its end --> checks --> verdict --> files --> the front end's report --> summary
 * </pre>
 *
 * <p>Whenever a signal comes, the directory is complete: {@link RunSignals}.
 */
public final class MeasuredRun {
    /** Error budget of everything: a scenario is judged by its expectations, not by the share of operations that failed (DESIGN 8). */
    private static final ErrorBudget ANY = new ErrorBudget(1);

    private final PreparedLoad job;
    private final RunTerms terms;
    private final ProgressConsole console;
    private final CommandMonitor monitor;

    /** Creates a run without monitoring. @param job its load is closed by the caller */
    public MeasuredRun(PreparedLoad job, RunTerms terms, ProgressConsole console) {
        this(job, terms, console, CommandMonitor.NONE);
    }

    /** @param monitor closed by the caller */
    public MeasuredRun(PreparedLoad job, RunTerms terms, ProgressConsole console, CommandMonitor monitor) {
        this.job = job;
        this.terms = terms;
        this.console = console;
        this.monitor = monitor;
    }

    /**
     * Executes the run to its end. A failing database, wrong data and a full disk are an exit code, not an exception.
     *
     * @throws CommandException if the run directory cannot be made, before anything is run, or the front end cannot report
     */
    public ExitCode execute(FrontEnd frontEnd) throws CommandException, IOException, InterruptedException {
        return execute(new RunCourse.PlannedCourse(frontEnd), terms.budget());
    }

    /**
     * Executes the run under a scenario, from the first phase to the last. The plan must not end by itself, and the error budget of the terms
     * is ignored.
     *
     * @throws CommandException as above
     */
    public ExitCode execute(Scenario scenario, FaultInjector injector, ScenarioFrontEnd frontEnd)
            throws CommandException, IOException, InterruptedException {
        if (job.plan().turns().isPresent() || job.plan().length().isPresent()) {
            throw new IllegalArgumentException("the end of a scenario run is set by the scenario, not by the plan");
        }
        return execute(new ScenarioCourse(scenario, injector, frontEnd), ANY);
    }

    private ExitCode execute(RunCourse course, ErrorBudget budget)
            throws CommandException, IOException, InterruptedException {
        FrontEnd frontEnd = course.frontEnd();
        Supplier<List<Instrument>> instruments = monitor.instruments(job.load());
        try (RunSignals signals = RunSignals.install();
                OpenBarrier barrier = OpenBarrier.of(job);
                RunDirectory directory = directory(barrier.start());
                RunObservation observation = monitor.observe(job, directory, instruments)) {
            frontEnd.begin(directory.path());
            job.load().keepIn(directory.path());
            observation.rehearse();
            RunResult result = run(course, directory, observation, signals, barrier.start());
            List<CheckResult> checks = signals.checked(job.load()::seen, () -> checks(frontEnd, result));
            JudgedRun checked = JudgedRun.of(result, checks, budget);
            RunCourse.CourseVerdict verdict = course.judge(
                    signals.judged(checked.codes()),
                    directory.path().getFileName().toString());
            JudgedRun judged = checked.with(verdict.codes());
            directory.keep(path -> frontEnd.keep(path, judged));
            Optional<ServerActivity> server = observation.server(result);
            ExitReasons codes = directory.finish(
                    judged,
                    new RunSummary.Members(
                            server.map(ServerActivity::summary), verdict.adversity(), verdict.repetitions()));
            directory.keep(RunReportFiles::write);
            JudgedRun kept = judged.with(directory.judged(codes));
            frontEnd.report(kept);
            List<String> figures = course.figures(frontEnd.figures(kept), server, observation, console);
            conclude(
                    new EndSummary(kept, figures, Optional.of(directory.path()), terms.reproduce()),
                    course.whole(console));
            return kept.codes().worst();
        }
    }

    /** Start condition of the run, with the connection on which the clients agree on it. */
    record OpenBarrier(ClientStart start, Optional<ClientBarrier> rows) implements AutoCloseable {
        static OpenBarrier of(PreparedLoad job) throws CommandException, InterruptedException {
            Optional<ClientBarrier> rows = job.clients().start() instanceof ClientSettings.Start.Alone
                    ? Optional.empty()
                    : job.load().barrier();
            try {
                return new OpenBarrier(ClientStart.of(job.clients(), rows, ClientStart.Time.SYSTEM), rows);
            } catch (CommandException | InterruptedException | RuntimeException e) {
                rows.ifPresent(ClientBarrier::close);
                throw e;
            }
        }

        @Override
        public void close() {
            rows.ifPresent(ClientBarrier::close);
        }
    }

    /** Prints the last lines; the verdict alone in silent mode. */
    private void conclude(EndSummary summary, boolean whole) {
        if (console.silent()) {
            summary.verdict().forEach(console::tell);
        } else {
            (whole ? summary.lines(console.screen()) : summary.brief(console.screen())).forEach(console::say);
        }
    }

    /** Checks the data, and shows that if it takes long. */
    private List<CheckResult> checks(FrontEnd frontEnd, RunResult result) throws InterruptedException {
        if (result.ending() instanceof RunEnding.CalledOff) {
            return List.of(); // it never began
        }
        boolean interrupted = result.ending() instanceof RunEnding.Interrupted;
        LongStep step = console.longStep(() -> checking() + (interrupted ? " (another signal skips this)" : ""));
        try {
            return frontEnd.checks(result);
        } finally {
            step.end();
        }
    }

    private String checking() {
        String told = job.load().checking();
        return told.isEmpty() ? "checking the data" : "checking the data: " + told;
    }

    private RunDirectory directory(ClientStart start) throws CommandException {
        try {
            return RunDirectory.create(terms.results(), job.wholeInfo(terms.tags(), start.part()), Instant.now());
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private RunResult run(
            RunCourse course, RunDirectory directory, RunObservation observation, RunSignals signals, ClientStart start)
            throws InterruptedException {
        List<RunListener> listeners = new ArrayList<>(course.frontEnd().listeners());
        listeners.add(directory);
        listeners.addAll(observation.listeners());
        listeners.addAll(course.listeners(console, job));
        LoadRun run = new LoadRun(job.load(), job.plan(), listeners, start);
        RunResult result = course.run(run, signals, directory);
        start.usage(result.elapsedNs()).ifPresent(directory::event);
        return result;
    }
}
