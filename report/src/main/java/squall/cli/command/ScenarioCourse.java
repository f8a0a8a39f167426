package squall.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.cli.RunSignals;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.phases.Conductor;
import squall.engine.phases.FaultInjector;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.recovery.FaultSpan;
import squall.report.EndSummary;
import squall.report.format.ReportFormat;
import squall.report.format.RunReportFiles;
import squall.report.format.ScorecardText;
import squall.report.model.ScenarioSection;
import squall.report.model.Scorecard;
import squall.results.RepetitionSummary;
import squall.results.RunDirectory;
import squall.results.RunSummary;
import squall.results.recorded.ServerActivity;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.spi.CheckResult;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;
import squall.verdict.PhaseState;
import squall.verdict.ProbeEvidence;
import squall.verdict.ScenarioJudge;

/**
 * Run under a scenario, from its run directory to its summary; the counterpart of {@link MeasuredRun}.
 *
 * <p>The first signal heals everything and then ends the run, every later one ends the load at once; healing is never shortened.
 */
public final class ScenarioRun {
    /** Error budget of everything: a scenario is judged by its expectations, not by the share of operations that failed (DESIGN 8). */
    private static final ErrorBudget ANY = new ErrorBudget(1);

    private final PreparedLoad job;
    private final RunTerms terms;
    private final ProgressConsole console;
    private final CommandMonitor monitor;

    /** Creates a run without monitoring. */
    public ScenarioRun(PreparedLoad job, RunTerms terms, ProgressConsole console) {
        this(job, terms, console, CommandMonitor.NONE);
    }

    /**
     * @param job its load is closed by the caller; its plan must not end by itself
     * @param terms their error budget is ignored
     * @param monitor closed by the caller
     */
    public ScenarioRun(PreparedLoad job, RunTerms terms, ProgressConsole console, CommandMonitor monitor) {
        if (job.plan().turns().isPresent() || job.plan().length().isPresent()) {
            throw new IllegalArgumentException("the end of a scenario run is set by the scenario, not by the plan");
        }
        this.job = job;
        this.terms = terms;
        this.console = console;
        this.monitor = monitor;
    }

    /**
     * Executes the scenario from the first phase to the last. A failure after the run has begun is an exit code, not an exception.
     *
     * @throws CommandException if the run directory cannot be made, before anything is run, or the front end cannot report
     */
    public ExitCode execute(Scenario scenario, FaultInjector injector, ScenarioFrontEnd frontEnd)
            throws CommandException, IOException, InterruptedException {
        try (RunSignals signals = RunSignals.install();
                MeasuredRun.OpenBarrier barrier = MeasuredRun.OpenBarrier.of(job);
                RunDirectory directory = MeasuredRun.directory(job, terms, barrier.start());
                RunObservation observation = monitor.observe(job, directory)) {
            frontEnd.begin(directory.path());
            job.load().keepIn(directory.path());
            observation.rehearse();
            ScenarioResult conducted =
                    run(directory, observation, new Conductor(scenario, injector), frontEnd, signals, barrier.start());
            conducted.unheard().forEach(directory::event);
            List<CheckResult> checks = signals.checked(
                    job.load()::seen, () -> MeasuredRun.checks(frontEnd, conducted.result(), job, console));
            AdversitySummary adversity = ScenarioJudge.judge(scenario, conducted, frontEnd.evidence());
            JudgedRun run = JudgedRun.of(conducted.result(), checks, ANY);
            ExitReasons reasons = ScenarioExitCodes.of(signals.judged(run.codes()), adversity);
            for (String left : frontEnd.residue()) {
                reasons = reasons.and(ExitCode.NOT_HEALED, "left on the cluster: " + left);
            }
            JudgedRun judged = run.with(reasons);
            directory.keep(path -> frontEnd.keep(path, judged));
            Optional<ServerActivity> server = observation.server(judged.result());
            ExitReasons codes = directory.finish(
                    judged,
                    new RunSummary.Members(
                            server.map(ServerActivity::summary),
                            Optional.of(adversity),
                            frontEnd.repetitions(directory.path().getFileName().toString(), adversity)));
            directory.keep(RunReportFiles::write);
            JudgedRun kept = judged.with(directory.judged(codes));
            frontEnd.report(kept);
            List<String> figures = frontEnd.figures(kept);
            if (console.verbose()) {
                List<String> all = new ArrayList<>(frontEnd.details());
                all.addAll(MeasuredRun.figures(figures, server));
                all.addAll(details(adversity));
                all.addAll(scorecard(adversity));
                all.addAll(outages(adversity));
                all.addAll(corrupted(adversity));
                observation.end().forEach(line -> all.addAll(console.screen().wrap(line)));
                summary(kept, all, directory).lines(console.screen()).forEach(console::say);
            } else {
                List<String> all = new ArrayList<>(scorecard(adversity));
                all.addAll(outages(adversity));
                all.addAll(figures);
                all.addAll(notDone(adversity));
                all.addAll(corrupted(adversity));
                observation
                        .end(disturbed(conducted))
                        .forEach(line -> all.addAll(console.screen().wrap(line)));
                conclude(summary(kept, all, directory));
            }
            return kept.codes().worst();
        }
    }

    private ScenarioResult run(
            RunDirectory directory,
            RunObservation observation,
            Conductor conductor,
            FrontEnd frontEnd,
            RunSignals signals,
            ClientStart start)
            throws InterruptedException {
        List<RunListener> listeners = new ArrayList<>(frontEnd.listeners());
        listeners.add(directory);
        listeners.addAll(observation.listeners());
        listeners.add(console.phases(job.heading(), job.plan()));
        listeners.add(conductor);
        LoadRun run = new LoadRun(job.load(), job.plan(), listeners, start);
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

    private List<String> scorecard(AdversitySummary adversity) {
        return new ScorecardText(Scorecard.of(adversity)).lines(console.screen());
    }

    /** Formats the tables of which the scorecard has the worst figures, as a report has them. */
    private List<String> details(AdversitySummary adversity) {
        return new ScenarioSection(adversity)
                .details().stream()
                        .flatMap(table -> ReportFormat.lines(table, console.screen()).stream())
                        .toList();
    }

    /** Lists the outages, each with what most of it was. */
    private List<String> outages(AdversitySummary adversity) {
        return adversity.injectionGroups().stream()
                .flatMap(group -> group.seenOutages().stream()
                        .map(seen -> "outage of " + group.name() + seen.suffix() + ": "
                                + seen.outage().text()))
                .flatMap(line -> console.screen().wrap(line).stream())
                .toList();
    }

    /** Lists the phases that the cluster does not support: they are no failure, but nothing was tested either. */
    private List<String> notDone(AdversitySummary adversity) {
        return adversity.phases().stream()
                .filter(phase -> phase.state() == PhaseState.NOT_APPLICABLE)
                .flatMap(
                        phase -> console
                                .screen()
                                .wrap("not done: " + phase.name() + ": " + String.join("; ", phase.reasons()))
                                .stream())
                .toList();
    }

    /** Lists what became of the data that phases corrupted. */
    private List<String> corrupted(AdversitySummary adversity) {
        return adversity.phases().stream()
                .flatMap(phase -> phase.corruption().stream()
                        .flatMap(verdict -> console.screen().wrap(phase.name() + ": " + verdict.text()).stream()))
                .toList();
    }

    private static List<FaultSpan> disturbed(ScenarioResult conducted) {
        return conducted.injectionResults().stream()
                .flatMap(result -> result.span().stream())
                .toList();
    }

    /** Verdict on a scenario run: reasons for an exit code other than 0, in addition to those of every run (DESIGN 8). Pure. */
    static final class ScenarioExitCodes {
        private ScenarioExitCodes() {}

        /** @param codes of the run */
        static ExitReasons of(ExitReasons codes, AdversitySummary adversity) {
            ExitReasons all = codes;
            for (ScenarioProblem problem : adversity.problems()) {
                all = all.and(code(problem), problem.text());
            }
            for (PhaseSummary phase : adversity.phases()) {
                all = phase(all, phase);
            }
            all = undisturbed(all, adversity);
            return judged(all, "run", adversity.expectations());
        }

        /**
         * Adds a reason if no planned fault was injected: such a run says nothing about the database. A scenario with only a control needs
         * no fault.
         */
        private static ExitReasons undisturbed(ExitReasons codes, AdversitySummary adversity) {
            List<PhaseSummary> disturbing = adversity.phases().stream()
                    .filter(phase -> !phase.control())
                    .toList();
            boolean nothing = !disturbing.isEmpty()
                    && disturbing.stream().allMatch(phase -> phase.state() == PhaseState.NOT_APPLICABLE);
            if (!nothing) {
                return codes;
            }
            String reasons = disturbing.stream()
                    .map(phase -> phase.name() + ": " + String.join("; ", phase.reasons()))
                    .collect(Collectors.joining("; "));
            return codes.and(ExitCode.INVALID, "no fault of the scenario applies to this cluster: " + reasons);
        }

        private static ExitReasons phase(ExitReasons codes, PhaseSummary phase) {
            String reasons = phase.label() + ": " + String.join("; ", phase.reasons());
            return switch (phase.state()) {
                // An aborted or invalid run reports its own reasons, and so do its problems.
                case CUT, NOT_APPLICABLE, INVALID, NOT_BACK, PASSED -> codes;
                case REFUSED -> codes.and(ExitCode.INVALID, "not done: " + reasons);
                case VACUOUS -> codes.and(ExitCode.INVALID, "the fault was not in effect: " + reasons);
                case UNFINISHED -> codes.and(ExitCode.EXPECTATION, reasons);
                case MISSED, UNDECIDED -> judged(codes, phase.label(), phase.expectations());
            };
        }

        private static ExitReasons judged(ExitReasons codes, String where, Iterable<ExpectationResult> judgements) {
            ExitReasons all = codes;
            for (ExpectationResult judgement : judgements) {
                String text = where + ": " + judgement.measure() + " " + judgement.wanted()
                        + " was expected, but found " + judgement.found();
                all = switch (judgement.verdict()) {
                    case MET -> all;
                    case MISSED -> all.and(judgement.data() ? ExitCode.DATA : ExitCode.EXPECTATION, text);
                    case UNDECIDED -> all.and(ExitCode.INVALID, text);
                };
            }
            return all;
        }

        private static ExitCode code(ScenarioProblem problem) {
            return switch (problem.kind()) {
                case NOT_HEALED -> ExitCode.NOT_HEALED;
                case NO_BASELINE -> ExitCode.INVALID;
            };
        }
    }

    /** Front end of a run under a scenario. */
    public interface ScenarioFrontEnd extends FrontEnd {
        /**
         * Prepares the front end after the run directory was made, before anything runs. @throws IOException if a file cannot be written
         * there: nothing is run then
         */
        default void begin(Path directory) throws IOException, InterruptedException {}

        /** Returns the findings of the probes; called after {@link #checks}. */
        default ProbeEvidence evidence() {
            return ProbeEvidence.NONE;
        }

        /** Waits for a cluster without faults, within its own limit, and returns what they left on it; called after {@link #checks}. */
        default List<String> residue() throws IOException, InterruptedException {
            return List.of();
        }

        /** Returns lines that are shown only in verbose mode. */
        default List<String> details() {
            return List.of();
        }

        /**
         * Returns the part of {@code summary.json} about this run and earlier ones of the same scenario. @param run the name of the run
         * directory
         */
        default Optional<RepetitionSummary> repetitions(String run, AdversitySummary adversity) {
            return Optional.empty();
        }
    }
}
