package squall.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.cli.RunSignals;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.phases.Conductor;
import squall.engine.phases.FaultInjector;
import squall.engine.phases.ScenarioResult;
import squall.measure.recovery.FaultSpan;
import squall.report.format.ReportFormat;
import squall.report.format.ScorecardText;
import squall.report.model.ScenarioSection;
import squall.report.model.Scorecard;
import squall.results.RunDirectory;
import squall.results.recorded.ServerActivity;
import squall.scenario.Scenario;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.ExitReasons;
import squall.verdict.PhaseState;
import squall.verdict.ScenarioJudge;

/**
 * Course of a run under a scenario: its conductor ends it, and its expectations judge it.
 *
 * <p>The first signal heals everything and then ends the run, every later one ends the load at once; healing is never shortened.
 */
final class ScenarioCourse implements RunCourse {
    private final Scenario scenario;
    private final Conductor conductor;
    private final ScenarioFrontEnd frontEnd;
    private Optional<ScenarioResult> conducted = Optional.empty();
    private Optional<AdversitySummary> adversity = Optional.empty();

    ScenarioCourse(Scenario scenario, FaultInjector injector, ScenarioFrontEnd frontEnd) {
        this.scenario = scenario;
        this.conductor = new Conductor(scenario, injector);
        this.frontEnd = frontEnd;
    }

    @Override
    public FrontEnd frontEnd() {
        return frontEnd;
    }

    @Override
    public List<RunListener> listeners(ProgressConsole console, PreparedLoad job) {
        return List.of(console.phases(job.heading(), job.plan()), conductor);
    }

    @Override
    public RunResult run(LoadRun run, RunSignals signals, RunDirectory directory) throws InterruptedException {
        signals.endRun(conductor::stop, conductor::stopNow);
        ScenarioResult result = conductor.execute(run);
        result.unheard().forEach(directory::event);
        conducted = Optional.of(result);
        return result.result();
    }

    @Override
    public CourseVerdict judge(ExitReasons codes, String run) throws IOException, InterruptedException {
        adversity = Optional.of(ScenarioJudge.judge(scenario, conducted.orElseThrow(), frontEnd.evidence()));
        ExitReasons reasons = ScenarioExitCodes.of(codes, adversity.get());
        for (String left : frontEnd.residue()) {
            reasons = reasons.and(ExitCode.NOT_HEALED, "left on the cluster: " + left);
        }
        return new CourseVerdict(reasons, adversity, frontEnd.repetitions(run, adversity.get()));
    }

    @Override
    public boolean whole(ProgressConsole console) {
        return console.verbose();
    }

    @Override
    public List<String> figures(
            List<String> own, Optional<ServerActivity> server, RunObservation observation, ProgressConsole console) {
        var lines = new ScenarioLines(adversity.orElseThrow(), console.screen());
        var all = new ArrayList<String>();
        if (whole(console)) {
            all.addAll(frontEnd.details());
            all.addAll(RunCourse.measured(own, server));
            all.addAll(lines.tables());
            all.addAll(lines.scorecard());
            all.addAll(lines.outages());
        } else {
            all.addAll(lines.scorecard());
            all.addAll(lines.outages());
            all.addAll(own);
            all.addAll(lines.notDone());
        }
        all.addAll(lines.corrupted());
        List<String> problems = whole(console) ? observation.end() : observation.end(disturbed());
        problems.forEach(line -> all.addAll(console.screen().wrap(line)));
        return all;
    }

    private List<FaultSpan> disturbed() {
        return conducted.orElseThrow().injectionResults().stream()
                .flatMap(result -> result.span().stream())
                .toList();
    }

    /** Lines of the terminal about a scenario's phases. */
    private record ScenarioLines(AdversitySummary adversity, OutputScreen screen) {
        /** Reason why the outage of a phase in which the run ended may be longer than its row of the scorecard tells. */
        private static final String UNTIL_THE_END =
                " (until the last answer; the row above counts until the run was to end)";

        List<String> scorecard() {
            return new ScorecardText(Scorecard.of(adversity)).lines(screen);
        }

        /** Formats the tables of which the scorecard has the worst figures, as a report has them. */
        List<String> tables() {
            return new ScenarioSection(adversity)
                    .details().stream()
                            .flatMap(table -> ReportFormat.lines(table, screen).stream())
                            .toList();
        }

        /** Lists the outages, each with what most of it was. */
        List<String> outages() {
            return ofEach(phase -> phase.injectionGroups().stream()
                    .flatMap(group -> group.seenOutages().stream()
                            .map(seen -> "outage of " + group.name() + seen.suffix() + ": "
                                    + seen.outage().text()
                                    + (phase.state() == PhaseState.CUT ? UNTIL_THE_END : ""))));
        }

        /** Lists the phases that the cluster does not support: they are no failure, but nothing was tested either. */
        List<String> notDone() {
            return ofEach(phase -> phase.state() == PhaseState.NOT_APPLICABLE
                    ? Stream.of("not done: " + phase.name() + ": " + String.join("; ", phase.reasons()))
                    : Stream.empty());
        }

        /** Lists what became of the data that phases corrupted. */
        List<String> corrupted() {
            return ofEach(phase -> phase.corruption().stream().map(verdict -> phase.name() + ": " + verdict.text()));
        }

        private List<String> ofEach(Function<PhaseSummary, Stream<String>> lines) {
            return adversity.phases().stream()
                    .flatMap(lines)
                    .flatMap(line -> screen.wrap(line).stream())
                    .toList();
        }
    }
}
