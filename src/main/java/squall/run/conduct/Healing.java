package squall.run.conduct;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Heals several at once, since the healing of one may wait for another's. On threads of its own, so that no signal shortens it: who
 * waits for it keeps an interrupt for later.
 */
final class Healing {
    private Healing() {}

    /** @throws CalledOff if one could not be healed; all were tried */
    static void heal(Collection<Attempt> attempts) throws CalledOff {
        List<FutureTask<Optional<CalledOff>>> tasks = attempts.stream()
                .map(attempt -> new FutureTask<>(healing(attempt)))
                .toList();
        tasks.forEach(task -> Thread.ofPlatform().name("squall-heal").start(task));
        Optional<CalledOff> first = Optional.empty();
        for (FutureTask<Optional<CalledOff>> task : tasks) {
            Optional<CalledOff> failure = result(task);
            first = first.or(() -> failure);
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private static Callable<Optional<CalledOff>> healing(Attempt attempt) {
        return () -> {
            try {
                attempt.heal();
                return Optional.empty();
            } catch (CalledOff e) {
                return Optional.of(e);
            }
        };
    }

    private static Optional<CalledOff> result(FutureTask<Optional<CalledOff>> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true; // the healing goes on
                } catch (ExecutionException e) { // a fault is third-party code: the others must be healed all the same
                    return Optional.of(new CalledOff(new Trouble.NotHealed("healing failed: " + e.getCause())));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
