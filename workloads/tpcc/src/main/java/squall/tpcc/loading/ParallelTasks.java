package squall.tpcc.loading;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runner of several tasks, on threads of their own. */
final class ParallelTasks {
    /** Task that runs in parallel with others. */
    interface ParallelTask {
        void run() throws IOException, InterruptedException;
    }

    private ParallelTasks() {}

    /**
     * Runs all tasks and returns when they are done; throws the first failure if there was one.
     *
     * @param threads number of tasks at a time
     * @param giveUp action that makes the others end soon; called once if one fails or this thread is interrupted
     */
    static void run(int threads, List<ParallelTask> works, Runnable giveUp) throws IOException, InterruptedException {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            var ended = new ExecutorCompletionService<Boolean>(executor);
            for (ParallelTask work : works) {
                Future<Boolean> unused = ended.submit(() -> {
                    work.run();
                    return true;
                });
            }
            awaitAll(ended, works.size(), () -> {
                executor.shutdownNow();
                giveUp.run();
            });
        }
    }

    private static void awaitAll(ExecutorCompletionService<Boolean> ended, int count, Runnable giveUp)
            throws IOException, InterruptedException {
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                Boolean unused = ended.take().get();
            }
            complete = true;
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNull(e.getCause()));
        } finally {
            if (!complete) {
                giveUp.run();
            }
        }
    }

    private static IOException failure(Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> new IOException("a loading thread ended: " + cause, cause);
        };
    }
}
