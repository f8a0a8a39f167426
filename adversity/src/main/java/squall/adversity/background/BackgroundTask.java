package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import squall.system.PollDeadline;

/** Task that runs in parallel to its caller, on its own thread. */
record BackgroundTask(String name, CompletableFuture<Void> under) {
    private static final Duration SIGN_LIMIT = Duration.ofSeconds(20);
    private static final Duration END_LIMIT = Duration.ofSeconds(90);

    /** @param name of the thread, and in messages */
    static BackgroundTask begin(String name, Task task) {
        CompletableFuture<Void> under = CompletableFuture.runAsync(
                () -> perform(task), each -> Thread.ofVirtual().name(name).start(each));
        return new BackgroundTask(name, under);
    }

    private static void perform(Task task) {
        try {
            task.perform();
        } catch (Exception e) { // reported to the caller of done()
            throw new CompletionException(e);
        }
    }

    /** Returns whether it has ended. @throws IOException with the reason, if it failed */
    boolean done() throws IOException, InterruptedException {
        if (!under.isDone()) {
            return false;
        }
        try {
            under.get();
            return true;
        } catch (ExecutionException e) {
            throw new IOException(name + " failed: " + reason(e), e);
        }
    }

    /** Waits until there is a sign of it, or it has ended; the first sign counts, as another node may not know of it yet. */
    Optional<String> awaitSign(Sign sign) throws IOException, InterruptedException {
        AtomicReference<Optional<String>> seen = new AtomicReference<>(Optional.empty());
        PollDeadline.in(SIGN_LIMIT).await(() -> {
            boolean ended = under.isDone();
            seen.set(sign.look());
            return seen.get().isPresent() || ended;
        });
        return seen.get();
    }

    /** Returns why it failed; empty if it has not. */
    Optional<String> failure() {
        return under.isCompletedExceptionally() ? Optional.of(reason(under.exceptionNow())) : Optional.empty();
    }

    /** Waits until it has ended, with or without success. @throws IOException if it does not end */
    void awaitEnd() throws IOException, InterruptedException {
        if (!PollDeadline.in(END_LIMIT).await(under::isDone)) {
            throw new IOException(name + " did not end within " + END_LIMIT.toSeconds() + " s");
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : reason(cause);
    }

    /** Query for a sign that it is at work. */
    @FunctionalInterface
    interface Sign {
        Optional<String> look() throws IOException, InterruptedException;
    }

    /** Work of the task, which may throw any exception. */
    @FunctionalInterface
    interface Task {
        void perform() throws Exception;
    }
}
