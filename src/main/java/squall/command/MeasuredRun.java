package squall.command;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.JudgedRun;
import squall.cli.Signals;
import squall.cli.progress.Console;
import squall.report.EndSummary;
import squall.report.form.RunReport;
import squall.results.RunDirectory;
import squall.results.ServerSummary;
import squall.run.Ending;
import squall.run.Run;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;

/**
 * One run as every front end does it: shown while it goes on, ended gently by a signal, judged, kept, summed up.
 *
 * <pre>
 *   run directory --> run, by signal or to its end --> checks --> verdict --> files --> the front end's report --> summary
 * </pre>
 */
public final class MeasuredRun {
    private final Job job;
    private final Terms terms;
    private final Console console;
    private final Monitor monitor;

    /** A run that nobody watches. @param job its load stays the caller's to close */
    public MeasuredRun(Job job, Terms terms, Console console) {
        this(job, terms, console, Monitor.NONE);
    }

    /** @param monitor stays the caller's to close */
    public MeasuredRun(Job job, Terms terms, Console console, Monitor monitor) {
        this.job = job;
        this.terms = terms;
        this.console = console;
        this.monitor = monitor;
    }

    /**
     * Runs to the end. A database that fails, data that is wrong and a disk that fills up are an exit code, not an exception.
     *
     * @throws CommandException if the run directory cannot be made, before anything is run, or the front end cannot report
     */
    public ExitCode execute(FrontEnd frontEnd) throws CommandException, IOException, InterruptedException {
        try (RunDirectory directory = directory(job, terms);
                Observation observation = monitor.observe(job, directory)) {
            observation.rehearse();
            RunResult result = run(directory, observation, frontEnd);
            JudgedRun judged = JudgedRun.of(result, checks(frontEnd, result, job, console), terms.budget());
            directory.keep(path -> frontEnd.keep(path, judged));
            Optional<ServerSummary> server = observation.server(result);
            ExitCodes codes = directory.finish(result, judged.checks(), judged.codes(), server(server));
            directory.keep(RunReport::write);
            JudgedRun kept = judged.with(directory.judged(codes));
            frontEnd.report(kept);
            new EndSummary(
                            kept,
                            figures(frontEnd.figures(kept), server),
                            Optional.of(directory.path()),
                            terms.reproduce())
                    .lines(console.screen())
                    .forEach(console::say);
            observation.end().forEach(console::say);
            return kept.codes().worst();
        }
    }

    /** Shows that the data is being checked, where that takes long. */
    static List<CheckResult> checks(FrontEnd frontEnd, RunResult result, Job job, Console console)
            throws InterruptedException {
        return console.longStep(() -> checking(job), () -> frontEnd.checks(result));
    }

    private static String checking(Job job) {
        String told = job.load().checking();
        return told.isEmpty() ? "checking the data" : "checking the data: " + told;
    }

    static RunDirectory directory(Job job, Terms terms) throws CommandException {
        try {
            return RunDirectory.create(terms.results(), job.wholeInfo(), Instant.now());
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    /** What the summary tells of the database's own figures, by name. */
    static Map<String, Object> server(Optional<ServerSummary> server) {
        return server.<Map<String, Object>>map(told -> Map.of("server", told.json()))
                .orElse(Map.of());
    }

    /** Figures of the front end, then those of the database's own. */
    static List<String> figures(List<String> figures, Optional<ServerSummary> server) {
        List<String> all = new ArrayList<>(figures);
        server.ifPresent(told -> all.addAll(told.lines()));
        return all;
    }

    private RunResult run(RunDirectory directory, Observation observation, FrontEnd frontEnd)
            throws InterruptedException {
        List<RunListener> listeners = new ArrayList<>(frontEnd.listeners());
        listeners.add(directory);
        listeners.addAll(observation.listeners());
        listeners.add(console.progress(job.heading(), job.plan()));
        Run run = new Run(job.load(), job.plan(), listeners);
        Signals signals = Signals.install(
                signal -> run.stop(new Ending.Interrupted(signal)),
                signal -> run.stopNow(new Ending.Interrupted(signal)));
        try {
            return run.execute();
        } finally {
            signals.close();
        }
    }
}
