package squall.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.JudgedRun;
import squall.cli.RunSignals;
import squall.cli.progress.Console;
import squall.measure.recovery.Span;
import squall.report.EndSummary;
import squall.report.PhaseTable;
import squall.report.form.RunReport;
import squall.report.form.ScorecardText;
import squall.report.model.Scorecard;
import squall.results.AdversityJson;
import squall.results.Json;
import squall.results.RunDirectory;
import squall.results.ServerSummary;
import squall.run.Run;
import squall.run.RunListener;
import squall.run.conduct.Conducted;
import squall.run.conduct.Conductor;
import squall.run.conduct.Disturbances;
import squall.scenario.Scenario;
import squall.spi.CheckResult;
import squall.verdict.Adversity;
import squall.verdict.PhaseOutcome;

/**
 * One run under a scenario, from its run directory to its summary; the counterpart of {@link MeasuredRun}.
 *
 * <p>The first signal heals everything and then ends the run, every later one ends the load at once; healing is never shortened.
 */
public final class ScenarioRun {
    /** A scenario is judged by what it expects, not by the share of operations that failed (DESIGN 8). */
    private static final ErrorBudget ANY = new ErrorBudget(1);

    /** What was expected, as machines that build and test read it. */
    private final Job job;

    private final Terms terms;
    private final Console console;
    private final Monitor monitor;

    /** A run that nobody watches. */
    public ScenarioRun(Job job, Terms terms, Console console) {
        this(job, terms, console, Monitor.NONE);
    }

    /**
     * @param job its load stays the caller's to close; its plan must have no end of its own
     * @param terms their error budget is not asked for
     * @param monitor stays the caller's to close
     */
    public ScenarioRun(Job job, Terms terms, Console console, Monitor monitor) {
        if (job.plan().turns().isPresent() || job.plan().length().isPresent()) {
            throw new IllegalArgumentException("a scenario decides when its run ends, not the plan");
        }
        this.job = job;
        this.terms = terms;
        this.console = console;
        this.monitor = monitor;
    }

    /**
     * Runs from the first phase to the last. What fails after the run has begun is an exit code, not an exception.
     *
     * @throws CommandException if the run directory cannot be made, before anything is run, or the front end cannot report
     */
    public ExitCode execute(Scenario scenario, Disturbances disturbances, ScenarioFrontEnd frontEnd)
            throws CommandException, IOException, InterruptedException {
        try (RunSignals signals = RunSignals.install();
                RunDirectory directory = MeasuredRun.directory(job, terms);
                Observation observation = monitor.observe(job, directory)) {
            frontEnd.begin(directory.path());
            observation.rehearse();
            Conducted conducted = run(directory, observation, new Conductor(scenario, disturbances), frontEnd, signals);
            conducted.unheard().forEach(directory::event);
            List<CheckResult> checks =
                    signals.checked(() -> MeasuredRun.checks(frontEnd, conducted.result(), job, console));
            Adversity adversity = Adversity.of(scenario, conducted, frontEnd.evidence());
            JudgedRun run = JudgedRun.of(conducted.result(), checks, ANY);
            JudgedRun judged = run.with(ScenarioCodes.of(signals.judged(run.codes()), adversity));
            directory.keep(path -> frontEnd.keep(path, judged));
            Optional<ServerSummary> server = observation.server(judged.result());
            Map<String, Object> further = new LinkedHashMap<>(MeasuredRun.server(server));
            Map<String, Object> told = AdversityJson.of(adversity);
            further.put("adversity", told);
            further.putAll(frontEnd.members(directory.path().getFileName().toString(), adversity));
            ExitCodes codes = directory.finish(judged.result(), checks, judged.codes(), further);
            directory.keep(RunReport::write);
            JudgedRun kept = judged.with(directory.judged(codes));
            frontEnd.report(kept);
            List<String> figures = frontEnd.figures(kept);
            if (console.verbose()) {
                List<String> all = new ArrayList<>(frontEnd.details());
                all.addAll(MeasuredRun.figures(figures, server));
                all.addAll(new PhaseTable(adversity).lines(console.screen()));
                all.addAll(scorecard(told));
                summary(kept, all, directory).lines(console.screen()).forEach(console::say);
                observation.end().forEach(console::say);
            } else {
                List<String> all = new ArrayList<>(scorecard(told));
                all.addAll(figures);
                all.addAll(notDone(adversity));
                observation
                        .end(disturbed(conducted))
                        .forEach(line -> all.addAll(console.screen().wrap(line)));
                conclude(summary(kept, all, directory));
            }
            return kept.codes().worst();
        }
    }

    private Conducted run(
            RunDirectory directory, Observation observation, Conductor conductor, FrontEnd frontEnd, RunSignals signals)
            throws InterruptedException {
        List<RunListener> listeners = new ArrayList<>(frontEnd.listeners());
        listeners.add(directory);
        listeners.addAll(observation.listeners());
        listeners.add(console.phases(job.heading(), job.plan()));
        listeners.add(conductor);
        Run run = new Run(job.load(), job.plan(), listeners);
        signals.endRun(conductor::stop, conductor::stopNow);
        return conductor.execute(run);
    }

    private EndSummary summary(JudgedRun run, List<String> figures, RunDirectory directory) {
        return new EndSummary(run, figures, Optional.of(directory.path()), terms.reproduce());
    }

    private void conclude(EndSummary summary) {
        if (console.silent()) {
            summary.verdict().forEach(console::tell);
        } else {
            summary.brief(console.screen()).forEach(console::say);
        }
    }

    private List<String> scorecard(Map<String, Object> adversity) {
        return new ScorecardText(Scorecard.of(Json.tree(adversity))).lines(console.screen());
    }

    /** Phases that this cluster has no means for: no reason to fail, and yet nothing that was tested. */
    private List<String> notDone(Adversity adversity) {
        return adversity.phases().stream()
                .filter(phase -> phase.state() == PhaseOutcome.State.NOT_APPLICABLE)
                .flatMap(
                        phase -> console
                                .screen()
                                .wrap("not done: " + phase.name() + ": " + String.join("; ", phase.reasons()))
                                .stream())
                .toList();
    }

    private static List<Span> disturbed(Conducted conducted) {
        return conducted.strikes().stream()
                .flatMap(strike -> strike.span().stream())
                .toList();
    }
}
