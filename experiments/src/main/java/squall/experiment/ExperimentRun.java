package squall.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.experiment.StepCommand.StepRunner;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FolderLock;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;
import squall.table.Table;

/**
 * Run of an experiment from step to step. The state is written to disk after each of them.
 *
 * <p>One thread runs it; {@link #stop} may be called from any.
 */
public final class ExperimentRun {
    /** Exit codes after which the next steps would fail in the same way, or make a fault worse. */
    private static final Set<ExitCode> ENDING = Set.of(ExitCode.UNREACHABLE, ExitCode.NOT_HEALED);

    private static final String LOCK = "experiment.lock";
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(1);

    private final SelectedExperiment selected;
    private final ExperimentFolder folder;
    private final StepAssessment assessment;
    private final StepRunner runner;
    private final InstantSource clock;
    private final Consumer<String> say;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private ExperimentState state;
    private List<String> notes = List.of();

    /** Content of the database: the keys of the preparing steps that ran last. */
    private Set<String> prepared;

    ExperimentRun(SelectedExperiment selected, ExperimentFolder folder, ExperimentState state, Rim rim) {
        this.selected = selected;
        this.folder = folder;
        this.assessment = new StepAssessment(selected, folder);
        this.runner = rim.runner();
        this.clock = rim.clock();
        this.say = rim.say();
        this.state = state;
        this.prepared = lastPrepared();
    }

    /** Environment of the run. @param say receives a line for each step */
    public record Rim(StepRunner runner, InstantSource clock, Consumer<String> say) {}

    /**
     * Creates a new run, or one that goes on where an earlier one stopped.
     *
     * @param definition SHA-256 of the experiment's file
     * @throws CommandException if there is none to go on with, or it was begun by another file or on another cluster
     */
    public static ExperimentRun of(
            SelectedExperiment selected, String definition, Path results, boolean resume, Rim rim)
            throws CommandException {
        try {
            if (!resume) {
                ExperimentFolder folder =
                        ExperimentFolder.create(results, selected, rim.clock().instant());
                ExperimentState state = ExperimentState.begin(selected, definition);
                state.write(folder.path());
                return new ExperimentRun(selected, folder, state, rim);
            }
            ExperimentFolder folder = ExperimentFolder.unfinished(results, selected, definition)
                    .orElseThrow(() -> CommandException.usage("--resume: " + results + " has no unfinished "
                            + selected.spec().name() + " at scale " + selected.scaleName() + " on "
                            + selected.database()
                            + "; leave out --resume to begin one"));
            ExperimentState state = ExperimentState.read(folder.path());
            if (!state.definition().equals(definition)) {
                throw CommandException.usage(
                        "--resume: " + folder.path()
                                + " was begun with another --cluster or by another version of this experiment's file, and its"
                                + " rows would not be comparable; give the same --cluster, or leave out --resume to begin again");
            }
            return new ExperimentRun(selected, folder, state, rim);
        } catch (IOException e) {
            throw CommandException.of("cannot use the folder of results: ", e);
        }
    }

    /** Prevents further steps; does not end the one in progress. */
    public void stop() {
        stopped.set(true);
    }

    public ExperimentFolder folder() {
        return folder;
    }

    /**
     * Runs the remaining steps.
     *
     * @return the exit code of the experiment
     * @throws IOException also if another process is running them
     */
    public ExitCode execute() throws IOException, InterruptedException {
        return new FolderLock(folder.path().resolve(LOCK), LOCK_LIMIT).hold(this::executed);
    }

    private ExitCode executed() throws IOException, InterruptedException {
        SweepOrder order = SweepOrder.of(selected);
        Map<Map<String, String>, Optional<String>> visited = new LinkedHashMap<>();
        Optional<Map<String, String>> cell = order.next(visited);
        while (cell.isPresent() && !stopped.get()) {
            if (!complete(cell.get())) {
                break;
            }
            Map<Map<String, String>, Optional<String>> before = new LinkedHashMap<>(visited);
            visited.put(cell.get(), violation(cell.get()));
            notes = order.notes(visited);
            Optional<String> undecided = undecided(cell.get());
            if (undecided.isPresent()) {
                notes = Stream.of(order.notes(before), List.of(undecided.get()))
                        .flatMap(List::stream)
                        .toList();
                break;
            }
            folder.write(selected.spec().title(), tables());
            cell = order.next(visited);
        }
        if (cell.isEmpty()
                && state.steps().stream().noneMatch(selected::repeats)
                && visited.keySet().stream()
                        .allMatch(seen -> pending(selected.steps(seen)).settled())) {
            state = state.completed();
            state.write(folder.path());
        }
        folder.write(selected.spec().title(), tables());
        return exitCode();
    }

    /** Returns the tables of the steps that have ended. */
    public List<Table> tables() throws IOException {
        return new ExperimentTables(selected, folder, state, notes).all();
    }

    /** Returns why a search cannot decide on a cell: a step that failed or is invalid says nothing about the database. */
    private Optional<String> undecided(Map<String, String> cell) {
        return selected.scale().search().isEmpty()
                ? Optional.empty()
                : selected.steps(cell).stream()
                        .flatMap(step -> state.find(step.key()).stream())
                        .filter(selected::repeats)
                        .map(step -> "Undecided at " + step.key() + ": " + step.reason() + "; --resume tries it again.")
                        .findFirst();
    }

    /** Returns whether all steps of the cell ended in a way that lets the next cell begin. */
    private boolean complete(Map<String, String> cell) throws IOException, InterruptedException {
        List<PlannedStep> steps = selected.steps(cell);
        for (PlannedStep step : steps) {
            if (state.find(step.key()).isEmpty()) {
                adopt(step);
            }
        }
        for (PlannedStep step : pending(steps).inOrder()) {
            if (stopped.get() || !ended(step, pending(steps).blocked(step))) {
                return false;
            }
        }
        return true;
    }

    private PendingSteps pending(List<PlannedStep> steps) {
        return new PendingSteps(selected, steps, state, prepared);
    }

    /** Takes over, unchanged, the run of a step that went on when this command was killed, if it is complete. */
    private void adopt(PlannedStep step) throws IOException {
        Optional<Path> run = folder.run(step);
        if (run.isEmpty()) {
            return;
        }
        RecordedRun recorded = RecordedRun.read(run.get());
        if (recorded.state() == RunState.RUNNING) {
            throw new IOException(
                    run.get() + " is still being written by the front end that an earlier bin/experiment started;"
                            + " wait for it to end, or end it");
        }
        if (recorded.state() != RunState.COMPLETE || recorded.summary().isEmpty()) {
            return;
        }
        int exitCode = recorded.summary().get().exitCode();
        double seconds = recorded.summary().get().elapsedNs().orElse(0) / 1e9;
        record(assessment.ended(step, exitCode, seconds));
        if (step.step().prepares()) {
            forget(step);
            prepared.add(step.key());
        }
    }

    /** Runs the step, or records why not. @return whether the next one may begin */
    private boolean ended(PlannedStep step, Optional<String> obstacle) throws IOException, InterruptedException {
        if (obstacle.isPresent()) {
            record(StepAssessment.notApplicable(step, obstacle.get()));
            say.accept(step.key() + ": N/A: " + obstacle.get());
            return true;
        }
        say.accept(step.key() + ": " + SecretMasking.mask(step.words().line()));
        if (step.step().prepares()) {
            forget(step);
        }
        Path where = folder.emptied(step);
        long began = clock.millis();
        int exitCode = runner.run(step.words(), where);
        StepRecord record = assessment.ended(step, exitCode, (clock.millis() - began) / 1000.0);
        record(record);
        if (step.step().prepares() && record.outcome() == StepOutcome.DONE) {
            prepared.add(step.key());
        }
        say.accept(step.key() + ": " + record.outcome().label() + " (exit " + exitCode + ", "
                + HumanNumbers.length(Duration.ofMillis(Math.round(record.seconds() * 1000))) + ")"
                + (record.reason().isEmpty() ? "" : ": " + record.reason()));
        return record.outcome() != StepOutcome.INTERRUPTED
                && (step.step().ownCluster() || !ENDING.contains(ExitCode.of(exitCode)));
    }

    /** Forgets what the same step, or one that comes after it in the file, left in the database. */
    private void forget(PlannedStep step) {
        prepared.removeIf(key ->
                key.equals(step.step().name()) || key.startsWith(step.step().name() + ","));
    }

    private Set<String> lastPrepared() {
        Map<String, String> last = new LinkedHashMap<>();
        selected.spec().steps().stream()
                .filter(ExperimentSpec.ExperimentStep::prepares)
                .forEach(step -> state.steps().stream()
                        .filter(known -> known.step().equals(step.name()) && known.outcome() == StepOutcome.DONE)
                        .forEach(known -> last.put(known.step(), known.key())));
        return new LinkedHashSet<>(last.values());
    }

    private void record(StepRecord ended) throws IOException {
        state = state.with(ended);
        state.write(folder.path());
    }

    /** Returns why a search does not accept the cell; a matrix accepts all. */
    private Optional<String> violation(Map<String, String> cell) throws IOException {
        Optional<ExperimentSpec.Judged> judged = selected.scale().judged();
        if (judged.isEmpty()) {
            return Optional.empty();
        }
        StepRecord record = selected.steps(cell).stream()
                .filter(step -> step.step().name().equals(judged.get().step()))
                .flatMap(step -> state.find(step.key()).stream())
                .findFirst()
                .orElseThrow();
        if (record.outcome() != StepOutcome.DONE || record.run().isEmpty()) {
            return Optional.of(record.outcome().label() + ": " + record.reason());
        }
        StepFigures figures = StepFigures.read(folder.path().resolve(record.run()));
        List<String> violations = judged.get().accept().stream()
                .flatMap(rule -> rule.violation(figures::find).stream())
                .toList();
        return violations.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", violations));
    }

    private ExitCode exitCode() {
        List<StepRecord> ran =
                state.steps().stream().filter(step -> step.exitCode() >= 0).toList();
        boolean nothing = ran.stream()
                .filter(step -> selected.spec().measures(step.step()))
                .allMatch(step -> ExitCode.of(step.exitCode()) == ExitCode.USAGE);
        Stream<ExitCode> codes = ran.stream()
                .filter(step -> step.invalid() || ExitCode.of(step.exitCode()) != ExitCode.INVALID)
                .map(step -> ExitCode.of(step.exitCode()))
                .filter(code -> nothing || code != ExitCode.USAGE); // shown as N/A in the table
        boolean noneCould = ran.isEmpty() && !stopped.get();
        return noneCould ? ExitCode.USAGE : ExitCode.worst(codes.toList());
    }
}
