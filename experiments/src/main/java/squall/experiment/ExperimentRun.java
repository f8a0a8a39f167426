package squall.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.FrontEndWords.StepRunner;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;
import squall.table.Table;
import squall.verdict.ExitReasons;

/**
 * Run of an experiment from step to step. The state is written to disk after each of them.
 *
 * <p>One thread runs it; {@link #stop} may be called from any.
 */
public final class ExperimentRun {
    /** Exit codes after which the next steps would fail in the same way, or make a fault worse. */
    private static final Set<ExitCode> ENDING = Set.of(ExitCode.UNREACHABLE, ExitCode.NOT_HEALED);

    private final SelectedExperiment selected;
    private final ExperimentFolder folder;
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
            ExperimentFolder folder = ExperimentFolder.unfinished(results, selected)
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

    /** Runs the remaining steps. @return the exit code of the experiment */
    public ExitCode execute() throws IOException, InterruptedException {
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
                && state.steps().stream().noneMatch(this::open)
                && visited.keySet().stream().allMatch(this::settled)) {
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

    /** Returns whether a step is repeated when the experiment goes on. */
    private boolean open(StepRecord step) {
        return step.outcome() == StepOutcome.INTERRUPTED
                || step.outcome() == StepOutcome.FAILED
                || (selected.scale().search().isPresent() && invalid(step));
    }

    private static boolean invalid(StepRecord step) {
        return ExitCode.of(step.exitCode()) == ExitCode.INVALID && step.outcome() != StepOutcome.DONE;
    }

    /** Returns why a search cannot decide on a cell: an invalid run says nothing about the database. */
    private Optional<String> undecided(Map<String, String> cell) {
        return selected.scale().search().isEmpty()
                ? Optional.empty()
                : selected.steps(cell).stream()
                        .flatMap(step -> state.find(step.key()).stream())
                        .filter(ExperimentRun::invalid)
                        .map(step -> "Undecided at " + step.key() + ": " + step.reason() + "; --resume tries it again.")
                        .findFirst();
    }

    /** Returns whether all steps of the cell ended in a way that lets the next cell begin. */
    private boolean complete(Map<String, String> cell) throws IOException, InterruptedException {
        List<SelectedExperiment.PlannedStep> steps = selected.steps(cell);
        for (SelectedExperiment.PlannedStep step : order(steps)) {
            if (stopped.get() || !ended(step, blocked(step, steps))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns all steps that are not done; where a later one needs it, a preparing step again that another one has overwritten since. A step
     * is repeated together with those right before it that only clear.
     */
    private List<SelectedExperiment.PlannedStep> order(List<SelectedExperiment.PlannedStep> steps) throws IOException {
        List<SelectedExperiment.PlannedStep> todo = new ArrayList<>();
        boolean work = false;
        for (SelectedExperiment.PlannedStep step : steps) {
            work |= !step.step().prepares() && !done(step, steps);
        }
        for (SelectedExperiment.PlannedStep step : steps) {
            boolean done = done(step, steps);
            boolean again = step.step().prepares() && work && !prepared.contains(step.key()) && !refused(step, steps);
            if (again || !done) {
                if (again || state.find(step.key()).isPresent()) {
                    todo.addAll(clearing(steps.subList(0, steps.indexOf(step))));
                }
                todo.add(step);
            }
        }
        return todo;
    }

    /** Returns the last of these steps that are done, prepare nothing and left no run. */
    private List<SelectedExperiment.PlannedStep> clearing(List<SelectedExperiment.PlannedStep> before) {
        Deque<SelectedExperiment.PlannedStep> found = new ArrayDeque<>();
        for (SelectedExperiment.PlannedStep step : before.reversed()) {
            boolean clears = !step.step().prepares()
                    && state.find(step.key())
                            .filter(known -> known.outcome() == StepOutcome.DONE)
                            .filter(known -> known.run().isEmpty())
                            .isPresent();
            if (!clears) {
                break;
            }
            found.addFirst(step);
        }
        return List.copyOf(found);
    }

    private boolean done(SelectedExperiment.PlannedStep step, List<SelectedExperiment.PlannedStep> steps)
            throws IOException {
        Optional<StepRecord> known = state.find(step.key());
        return known.isEmpty() ? adopted(step) : settled(known.get(), step, steps);
    }

    private boolean settled(
            StepRecord known, SelectedExperiment.PlannedStep step, List<SelectedExperiment.PlannedStep> steps) {
        return known.outcome() == StepOutcome.NOT_APPLICABLE ? refused(step, steps) : !open(known);
    }

    /** Returns whether no step of a cell is repeated when the experiment goes on. */
    private boolean settled(Map<String, String> cell) {
        List<SelectedExperiment.PlannedStep> steps = selected.steps(cell);
        return steps.stream()
                .allMatch(step -> state.find(step.key())
                        .map(known -> settled(known, step, steps))
                        .orElse(true));
    }

    /**
     * Returns whether a step stays not applicable: it was refused, or a step that prepares it was. One that was not started since its
     * preparation failed is not applicable only until the preparation is done.
     */
    private boolean refused(SelectedExperiment.PlannedStep step, List<SelectedExperiment.PlannedStep> steps) {
        Optional<StepRecord> known = state.find(step.key())
                .filter(record -> record.outcome() == StepOutcome.NOT_APPLICABLE)
                .filter(record -> !open(record));
        return known.isPresent()
                && (known.get().exitCode() >= 0
                        || step.obstacle().isPresent()
                        || preparing(step, steps).stream().anyMatch(earlier -> refused(earlier, steps)));
    }

    /** Returns whether the run of a step that went on when this command was killed is complete, and takes it unchanged. */
    private boolean adopted(SelectedExperiment.PlannedStep step) throws IOException {
        Optional<Path> run = folder.run(step);
        if (run.isEmpty()) {
            return false;
        }
        RecordedRun recorded = RecordedRun.read(run.get());
        if (recorded.state() == RunState.RUNNING) {
            throw new IOException(
                    run.get() + " is still being written by the front end that an earlier bin/experiment started;"
                            + " wait for it to end, or end it");
        }
        if (recorded.state() != RunState.COMPLETE || recorded.summary().isEmpty()) {
            return false;
        }
        int exitCode = recorded.summary().get().exitCode();
        double seconds = recorded.summary().get().elapsedNs().orElse(0) / 1e9;
        record(ended(step, exitCode, seconds));
        if (step.step().prepares()) {
            forget(step);
            prepared.add(step.key());
        }
        return true;
    }

    /** Returns why the step cannot be run: its own obstacle, or what the last run of a step that prepares it ended with. */
    private Optional<String> blocked(SelectedExperiment.PlannedStep step, List<SelectedExperiment.PlannedStep> steps) {
        if (step.obstacle().isPresent()) {
            return step.obstacle();
        }
        return preparing(step, steps).stream()
                .flatMap(earlier -> state.find(earlier.key()).stream())
                .filter(earlier -> earlier.outcome() != StepOutcome.DONE)
                .map(earlier -> earlier.key() + ": " + earlier.reason())
                .findFirst();
    }

    /** Returns the steps that prepare a step. One that is expressly for this database needs none that is not. */
    private List<SelectedExperiment.PlannedStep> preparing(
            SelectedExperiment.PlannedStep step, List<SelectedExperiment.PlannedStep> steps) {
        Map<String, SelectedExperiment.PlannedStep> preparing = new LinkedHashMap<>();
        steps.stream()
                .takeWhile(earlier -> !earlier.key().equals(step.key()))
                .filter(earlier -> earlier.step().prepares())
                .filter(earlier -> step.step().only().isEmpty() || selected.supports(earlier.step()))
                .forEach(earlier -> preparing.put(earlier.step().name(), earlier));
        return List.copyOf(preparing.values());
    }

    /** Runs the step, or records why not. @return whether the next one may begin */
    private boolean ended(SelectedExperiment.PlannedStep step, Optional<String> obstacle)
            throws IOException, InterruptedException {
        if (obstacle.isPresent()) {
            record(noted(step, obstacle.get()));
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
        StepRecord record = ended(step, exitCode, (clock.millis() - began) / 1000.0);
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
    private void forget(SelectedExperiment.PlannedStep step) {
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

    private static StepRecord noted(SelectedExperiment.PlannedStep step, String obstacle) {
        return new StepRecord(
                step.key(),
                step.step().name(),
                step.cell(),
                SecretMasking.mask(step.words().line()),
                StepOutcome.NOT_APPLICABLE,
                -1,
                0,
                "",
                obstacle);
    }

    private StepRecord ended(SelectedExperiment.PlannedStep step, int exitCode, double seconds) throws IOException {
        Optional<Path> run = folder.run(step);
        Optional<String> tolerated =
                run.isPresent() ? tolerated(step, ExitCode.of(exitCode), run.get()) : Optional.empty();
        return new StepRecord(
                step.key(),
                step.step().name(),
                step.cell(),
                SecretMasking.mask(step.words().line()),
                tolerated.isPresent() ? StepOutcome.DONE : outcome(ExitCode.of(exitCode)),
                exitCode,
                seconds,
                run.isPresent() ? folder.relative(run.get()) : "",
                exitCode == 0 ? "" : tolerated.orElse(reason(step, exitCode)));
    }

    /** Returns why a run that is invalid counts nevertheless; empty if it does not. */
    private Optional<String> tolerated(SelectedExperiment.PlannedStep step, ExitCode code, Path run)
            throws IOException {
        if (code != ExitCode.INVALID) {
            return Optional.empty();
        }
        Optional<RunSummary> summary = RecordedRun.read(run).summary();
        if (step.step().prepares() && !measures(step.step().name())) {
            return summary.filter(found -> found.invalidOnlyBy(ExitReasons.CLIENT_OVERLOADED))
                    .map(found -> "its time does not count ("
                            + found.exitCodes().getFirst().reason() + "); its data does");
        }
        OptionalLong limit = selected.scale().clientDelayMs();
        if (limit.isEmpty()) {
            return Optional.empty();
        }
        return summary.filter(found -> found.invalidOnlyByDelay(limit.getAsLong()))
                .flatMap(RunSummary::client)
                .map(client -> "the client's own delay had a p99 of "
                        + HumanNumbers.amount(client.ownLagP99Ms()) + " ms; this scale allows "
                        + limit.getAsLong() + " ms");
    }

    private static StepOutcome outcome(ExitCode code) {
        return switch (code) {
            case OK, EXPECTATION, DATA, REGRESSION -> StepOutcome.DONE;
            case USAGE, INVALID -> StepOutcome.NOT_APPLICABLE;
            case INTERNAL_ERROR, UNREACHABLE, NOT_HEALED -> StepOutcome.FAILED;
            case INTERRUPTED, TERMINATED -> StepOutcome.INTERRUPTED;
        };
    }

    /**
     * Returns the front end's own error message: the first line that names an error, with those that continue it; else the meaning of the
     * exit code.
     */
    private String reason(SelectedExperiment.PlannedStep step, int exitCode) throws IOException {
        Path output = folder.step(step).resolve(FrontEndProcess.OUTPUT);
        List<String> lines = Files.exists(output) ? Files.readAllLines(output) : List.of();
        return first(lines, "error: ")
                .or(() -> first(lines, "exit " + exitCode + ": "))
                .or(() -> first(lines, "squall: "))
                .map(SecretMasking::mask)
                .orElse("exit " + exitCode + ": " + ExitCode.of(exitCode).meaning());
    }

    private static Optional<String> first(List<String> lines, String prefix) {
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith(prefix))
                .mapToObj(i -> Stream.concat(
                                Stream.of(lines.get(i).substring(prefix.length())),
                                lines.stream().skip(i + 1).takeWhile(line -> line.startsWith("    ")))
                        .map(String::strip)
                        .collect(Collectors.joining(" ")))
                .findFirst();
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

    /** Returns whether a table is made of the step's runs. */
    private boolean measures(String step) {
        return selected.spec().tables().stream().anyMatch(table -> table.of().contains(step));
    }

    private ExitCode exitCode() {
        List<StepRecord> ran =
                state.steps().stream().filter(step -> step.exitCode() >= 0).toList();
        boolean nothing = ran.stream()
                .filter(step -> measures(step.step()))
                .allMatch(step -> ExitCode.of(step.exitCode()) == ExitCode.USAGE);
        Stream<ExitCode> codes = ran.stream()
                .filter(step -> invalid(step) || ExitCode.of(step.exitCode()) != ExitCode.INVALID)
                .map(step -> ExitCode.of(step.exitCode()))
                .filter(code -> nothing || code != ExitCode.USAGE); // shown as N/A in the table
        return ran.isEmpty() ? ExitCode.USAGE : ExitCode.worst(codes.toList());
    }
}
