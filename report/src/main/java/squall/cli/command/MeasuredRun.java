package squall.cli.command;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.RunSignals;
import squall.cli.progress.LongStep;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.report.EndSummary;
import squall.report.format.RunReportFiles;
import squall.results.RunDirectory;
import squall.results.RunSummary;
import squall.results.recorded.ServerActivity;
import squall.spi.CheckResult;
import squall.spi.ClientBarrier;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Run of a load in any front end: it is displayed, ended cleanly by a signal, checked, recorded and summarized.
 *
 * <pre>
 *   run directory --> run, by signal or to its end --> checks --> verdict --> files --> the front end's report --> summary
 * </pre>
 *
 * <p>Whenever a signal comes, the directory is complete: {@link RunSignals}.
 */
public final class MeasuredRun {
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
        try (RunSignals signals = RunSignals.install();
                OpenBarrier barrier = OpenBarrier.of(job);
                RunDirectory directory = directory(job, terms, barrier.start());
                RunObservation observation = monitor.observe(job, directory)) {
            job.load().keepIn(directory.path());
            observation.rehearse();
            RunResult result = run(directory, observation, frontEnd, signals, barrier.start());
            JudgedRun checked = JudgedRun.of(
                    result,
                    signals.checked(job.load()::seen, () -> checks(frontEnd, result, job, console)),
                    terms.budget());
            JudgedRun judged = checked.with(signals.judged(checked.codes()));
            directory.keep(path -> frontEnd.keep(path, judged));
            Optional<ServerActivity> server = observation.server(result);
            ExitReasons codes = directory.finish(
                    judged,
                    new RunSummary.Members(server.map(ServerActivity::summary), Optional.empty(), Optional.empty()));
            directory.keep(RunReportFiles::write);
            JudgedRun kept = judged.with(directory.judged(codes));
            frontEnd.report(kept);
            List<String> figures = figures(frontEnd.figures(kept), server);
            observation.end().forEach(line -> figures.addAll(console.screen().wrap(line)));
            conclude(console, new EndSummary(kept, figures, Optional.of(directory.path()), terms.reproduce()));
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
    private static void conclude(ProgressConsole console, EndSummary summary) {
        if (console.silent()) {
            summary.verdict().forEach(console::tell);
        } else {
            summary.lines(console.screen()).forEach(console::say);
        }
    }

    /** Checks the data, and shows that if it takes long. */
    static List<CheckResult> checks(FrontEnd frontEnd, RunResult result, PreparedLoad job, ProgressConsole console)
            throws InterruptedException {
        if (result.ending() instanceof RunEnding.CalledOff) {
            return List.of(); // it never began
        }
        boolean interrupted = result.ending() instanceof RunEnding.Interrupted;
        LongStep step = console.longStep(() -> checking(job) + (interrupted ? " (another signal skips this)" : ""));
        try {
            return frontEnd.checks(result);
        } finally {
            step.end();
        }
    }

    private static String checking(PreparedLoad job) {
        String told = job.load().checking();
        return told.isEmpty() ? "checking the data" : "checking the data: " + told;
    }

    static RunDirectory directory(PreparedLoad job, RunTerms terms, ClientStart start) throws CommandException {
        try {
            return RunDirectory.create(terms.results(), job.wholeInfo(terms.tags(), start.part()), Instant.now());
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    /** Returns figures of the front end, followed by those of the database's own metrics. */
    static List<String> figures(List<String> figures, Optional<ServerActivity> server) {
        List<String> all = new ArrayList<>(figures);
        server.ifPresent(told -> all.addAll(told.lines()));
        return all;
    }

    private RunResult run(
            RunDirectory directory,
            RunObservation observation,
            FrontEnd frontEnd,
            RunSignals signals,
            ClientStart start)
            throws InterruptedException {
        List<RunListener> listeners = new ArrayList<>(frontEnd.listeners());
        listeners.add(directory);
        listeners.addAll(observation.listeners());
        listeners.add(console.progress(job.heading(), job.plan()));
        LoadRun run = new LoadRun(job.load(), job.plan(), listeners, start);
        signals.endRun(run::stop, run::stopNow);
        RunResult result = run.execute();
        start.usage(result.elapsedNs()).ifPresent(directory::event);
        return result;
    }
}
