package squall.experiment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.experiment.ExperimentState.StepOutcome;
import squall.experiment.ExperimentState.StepRecord;
import squall.experiment.SelectedExperiment.PlannedStep;

/**
 * Schedule of one cell: which of its steps are still to be run.
 *
 * @param steps all of the cell, in order
 * @param state records of the steps that have ended
 * @param prepared content of the database: the keys of the preparing steps that ran last
 */
record PendingSteps(SelectedExperiment selected, List<PlannedStep> steps, ExperimentState state, Set<String> prepared) {
    PendingSteps {
        steps = List.copyOf(steps);
        prepared = Set.copyOf(prepared);
    }

    /**
     * Returns all steps that are not done; where a later one needs it, a preparing step again that another one has overwritten since. A step
     * is repeated together with those right before it that only clear.
     */
    List<PlannedStep> inOrder() {
        List<PlannedStep> todo = new ArrayList<>();
        boolean work = false;
        for (PlannedStep step : steps) {
            work |= !step.step().prepares() && !done(step);
        }
        for (PlannedStep step : steps) {
            boolean done = done(step);
            boolean again = step.step().prepares() && work && !prepared.contains(step.key()) && !refused(step);
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
    private List<PlannedStep> clearing(List<PlannedStep> before) {
        Deque<PlannedStep> found = new ArrayDeque<>();
        for (PlannedStep step : before.reversed()) {
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

    private boolean done(PlannedStep step) {
        return state.find(step.key()).filter(known -> settled(known, step)).isPresent();
    }

    private boolean settled(StepRecord known, PlannedStep step) {
        return known.outcome() == StepOutcome.NOT_APPLICABLE ? refused(step) : !selected.repeats(known);
    }

    /** Returns whether no step of the cell that has ended is repeated when the experiment goes on. */
    boolean settled() {
        return steps.stream()
                .allMatch(step -> state.find(step.key())
                        .map(known -> settled(known, step))
                        .orElse(true));
    }

    /**
     * Returns whether a step stays not applicable: it was refused, or a step that prepares it was. One that was not started since its
     * preparation failed is not applicable only until the preparation is done.
     */
    private boolean refused(PlannedStep step) {
        Optional<StepRecord> known = state.find(step.key())
                .filter(record -> record.outcome() == StepOutcome.NOT_APPLICABLE)
                .filter(record -> !selected.repeats(record));
        return known.isPresent()
                && (known.get().exitCode() >= 0
                        || step.obstacle().isPresent()
                        || preparing(step).stream().anyMatch(this::refused));
    }

    /** Returns why the step cannot be run: its own obstacle, or what the last run of a step that prepares it ended with. */
    Optional<String> blocked(PlannedStep step) {
        if (step.obstacle().isPresent()) {
            return step.obstacle();
        }
        return preparing(step).stream()
                .flatMap(earlier -> state.find(earlier.key()).stream())
                .filter(earlier -> earlier.outcome() != StepOutcome.DONE)
                .map(earlier -> earlier.key() + ": " + earlier.reason())
                .findFirst();
    }

    /** Returns the steps that prepare a step. One that is expressly for this database needs none that is not. */
    private List<PlannedStep> preparing(PlannedStep step) {
        Map<String, PlannedStep> preparing = new LinkedHashMap<>();
        steps.stream()
                .takeWhile(earlier -> !earlier.key().equals(step.key()))
                .filter(earlier -> earlier.step().prepares())
                .filter(earlier -> step.step().only().isEmpty() || selected.supports(earlier.step()))
                .forEach(earlier -> preparing.put(earlier.step().name(), earlier));
        return List.copyOf(preparing.values());
    }
}
