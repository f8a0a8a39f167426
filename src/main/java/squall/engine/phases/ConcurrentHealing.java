package squall.engine.phases;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import squall.engine.phases.PhaseRunner.ScenarioAbortedException;
import squall.engine.phases.ScenarioResult.ScenarioProblem;

/**
 * Heals several faults at once, because one healing may wait for another. On separate threads, so that no signal interrupts it: the waiting
 * thread keeps an interrupt for later.
 */
final class ConcurrentHealing {
    private ConcurrentHealing() {}

    /** @throws ScenarioAbortedException if one could not be healed; all were tried */
    static void heal(Collection<ConductedInjection> injections) throws ScenarioAbortedException {
        List<FutureTask<Optional<ScenarioAbortedException>>> tasks = injections.stream()
                .map(injection -> new FutureTask<>(healing(injection)))
                .toList();
        tasks.forEach(task -> Thread.ofPlatform().name("squall-heal").start(task));
        Optional<ScenarioAbortedException> first = Optional.empty();
        for (FutureTask<Optional<ScenarioAbortedException>> task : tasks) {
            Optional<ScenarioAbortedException> failure = result(task);
            first = first.or(() -> failure);
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private static Callable<Optional<ScenarioAbortedException>> healing(ConductedInjection injection) {
        return () -> {
            try {
                injection.heal();
                return Optional.empty();
            } catch (ScenarioAbortedException e) {
                return Optional.of(e);
            }
        };
    }

    private static Optional<ScenarioAbortedException> result(FutureTask<Optional<ScenarioAbortedException>> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true; // healing continues
                } catch (ExecutionException e) { // a fault is third-party code: the others must be healed all the same
                    return Optional.of(new ScenarioAbortedException(
                            new ScenarioProblem.NotHealed("healing failed: " + e.getCause())));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
