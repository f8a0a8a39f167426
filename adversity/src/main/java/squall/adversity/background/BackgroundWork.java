package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.system.PollDeadline;

/** Work in the background of a run, begun on its own thread. All that it creates has the injection's name. */
abstract class BackgroundWork implements Fault.Work {
    private static final Duration SIGN_LIMIT = Duration.ofSeconds(20);
    private static final Duration WORK_LIMIT = Duration.ofSeconds(90);

    private final FaultContext context;
    private final Options options;

    /** The work that this process has begun. */
    private Optional<CompletableFuture<Void>> begun = Optional.empty();

    BackgroundWork(FaultContext context, Options options) {
        this.context = context;
        this.options = options;
    }

    final FaultContext context() {
        return context;
    }

    final Options options() {
        return options;
    }

    /** Returns the name of all objects it creates. */
    final String name() {
        return context.name();
    }

    /** Returns a fact recorded before it began; empty text if there is none. */
    final String fact(String key) {
        return context.facts().getOrDefault(key, "");
    }

    final void begin(Task task) {
        begun = Optional.of(CompletableFuture.runAsync(
                () -> perform(task), each -> Thread.ofVirtual().name(name()).start(each)));
    }

    private static void perform(Task task) {
        try {
            task.perform();
        } catch (Exception e) { // reported to the caller of done()
            throw new CompletionException(e);
        }
    }

    /** Returns whether this process has begun it. */
    final boolean begun() {
        return begun.isPresent();
    }

    @Override
    public final boolean done() throws IOException, InterruptedException {
        CompletableFuture<Void> work =
                begun.orElseThrow(() -> new IllegalStateException(name() + " was not started by this process"));
        if (!work.isDone()) {
            return false;
        }
        if (work.isCompletedExceptionally()) {
            throw new IOException(name() + " failed: " + reason(work.exceptionNow()), work.exceptionNow());
        }
        return true;
    }

    /**
     * Looks for a sign of the work. Work that this process began is given some time, until it has ended; the first sign counts, as another
     * node may not know of it yet.
     */
    final Optional<String> awaitSign(Sign sign) throws IOException, InterruptedException {
        AtomicReference<Optional<String>> seen = new AtomicReference<>(Optional.empty());
        PollDeadline.in(SIGN_LIMIT).await(() -> {
            boolean ended = begun.map(CompletableFuture::isDone).orElse(true);
            seen.set(sign.look());
            return seen.get().isPresent() || ended;
        });
        return seen.get();
    }

    /** Returns the reason why it failed, for the end of a message; empty if it did not. */
    final String failure() {
        return begun.filter(CompletableFuture::isCompletedExceptionally)
                .map(work -> ", which failed: " + reason(work.exceptionNow()))
                .orElse("");
    }

    /** Waits until it has ended, with or without success, if this process began it. @throws IOException if it does not end */
    final void awaitEnd() throws IOException, InterruptedException {
        if (begun.isPresent() && !PollDeadline.in(WORK_LIMIT).await(begun.get()::isDone)) {
            throw new IOException(name() + " did not end within " + WORK_LIMIT.toSeconds() + " s");
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : reason(cause);
    }

    /** Query for a sign that the work is being done. */
    @FunctionalInterface
    interface Sign {
        Optional<String> look() throws IOException, InterruptedException;
    }

    /** Task of the work, which may throw any exception. */
    @FunctionalInterface
    interface Task {
        void perform() throws Exception;
    }
}
