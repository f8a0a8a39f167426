package squall.adversity.background;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Work in the background of a run, begun on its own thread. All that it creates has the injection's name. */
abstract class BackgroundWork implements Fault.Work {
    private final FaultContext context;
    private final Options options;
    private @Nullable BackgroundTask task;

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

    final void begin(BackgroundTask.Task work) {
        task = BackgroundTask.begin(name(), work);
    }

    /** Returns whether this process has begun it. */
    final boolean begun() {
        return task != null;
    }

    @Override
    public final boolean done() throws IOException, InterruptedException {
        if (task == null) {
            throw new IllegalStateException(name() + " was not started by this process");
        }
        return task.done();
    }

    /** Looks for a sign of the work; work that this process began is given some time. */
    final Optional<String> awaitSign(BackgroundTask.Sign sign) throws IOException, InterruptedException {
        return task == null ? sign.look() : task.awaitSign(sign);
    }

    /** Returns the reason why it failed, for the end of a message; empty if it did not. */
    final String failure() {
        return Optional.ofNullable(task)
                .flatMap(BackgroundTask::failure)
                .map(reason -> ", which failed: " + reason)
                .orElse("");
    }

    /** Waits until it has ended, if this process began it. */
    final void awaitEnd() throws IOException, InterruptedException {
        if (task != null) {
            task.awaitEnd();
        }
    }
}
