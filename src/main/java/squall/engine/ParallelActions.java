package squall.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

/**
 * Runner of one action on several parts of a cluster at the same time, each on its own thread; it measures the time between the first and
 * the last. Used by one thread at a time.
 */
public final class ParallelActions {
    private Optional<Duration> skew = Optional.empty();

    /** Action on one part. */
    @FunctionalInterface
    public interface ParallelAction<T> {
        void on(T part) throws IOException, InterruptedException;
    }

    /**
     * Performs the action on every part. On return all were tried and none is under way, even after a failure or an interrupt, so that
     * every effect can be undone.
     *
     * @throws IOException with the message of each part that failed
     */
    public <T> void onEach(List<T> parts, ParallelAction<T> action) throws IOException, InterruptedException {
        skew = Optional.empty();
        List<Running> all = new ArrayList<>();
        for (T part : parts) {
            all.add(Running.started(action, part));
        }
        awaitAll(all);
        List<Long> done = new ArrayList<>();
        List<IOException> failures = new ArrayList<>();
        for (Running each : all) {
            Optional<IOException> failure = each.failure();
            failure.ifPresentOrElse(failures::add, () -> done.add(each.doneAtNs()));
        }
        if (!failures.isEmpty()) {
            throw together(failures);
        }
        if (done.size() > 1) {
            skew = Optional.of(Duration.ofNanos(Collections.max(done) - Collections.min(done)));
        }
    }

    /** Returns the time between the first and the last part; empty if there were fewer than two, or one failed. */
    public Optional<Duration> skew() {
        return skew;
    }

    /** Waits for the end of all actions. Passes an interrupt on to them, but still waits. */
    private static void awaitAll(List<Running> all) throws InterruptedException {
        boolean interrupted = false;
        for (Running each : all) {
            while (each.thread().isAlive()) {
                try {
                    each.thread().join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    all.forEach(running -> running.thread().interrupt());
                }
            }
        }
        if (interrupted) {
            throw new InterruptedException("interrupted while several actions ran in parallel");
        }
    }

    private static IOException together(List<IOException> failures) {
        if (failures.size() == 1) {
            return failures.getFirst();
        }
        var together =
                new IOException(failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")));
        failures.forEach(together::addSuppressed);
        return together;
    }

    /** Action and the thread that runs it. */
    private record Running(Thread thread, FutureTask<Long> task) {
        static <T> Running started(ParallelAction<T> action, T part) {
            var task = new FutureTask<>(() -> {
                action.on(part);
                return System.nanoTime();
            });
            return new Running(Thread.ofPlatform().name("squall-parallel").start(task), task);
        }

        long doneAtNs() {
            return task.resultNow();
        }

        /** @throws RuntimeException or an Error, as the action threw it: a programming error is no failure of a node */
        Optional<IOException> failure() throws InterruptedException {
            try {
                task.get();
                return Optional.empty();
            } catch (ExecutionException e) {
                return switch (e.getCause()) {
                    case IOException failed -> Optional.of(failed);
                    case InterruptedException stopped -> throw stopped;
                    case RuntimeException mistake -> throw mistake;
                    case Error error -> throw error;
                    case null, default -> throw new IllegalStateException(e);
                };
            }
        }
    }
}
