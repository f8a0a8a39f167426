package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;

/**
 * Work that statements start in the background of a run. CQL cannot cancel such a statement: the work is found, and undone, by the objects
 * that it leaves in the schema under the injection's name.
 */
abstract class CqlBackgroundWork implements Fault.Work {
    private final FaultContext context;
    private @Nullable BackgroundTask under;
    private volatile boolean givenUp;

    CqlBackgroundWork(FaultContext context) {
        this.context = context;
    }

    /** Performs the work; returns when it is done, and soon after {@link #givenUp} has become true. */
    abstract void perform(CqlDatabase database) throws IOException, InterruptedException;

    /** Returns a sign that it is or was at work; empty if there is none. */
    abstract Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException;

    /** Removes the objects it created; does nothing if there are none. */
    abstract void undo(CqlDatabase database) throws IOException, InterruptedException;

    /** Returns the name of all objects it creates. */
    final String name() {
        return context.name();
    }

    final FaultContext context() {
        return context;
    }

    /** Returns a fact recorded before it began; empty text if there is none. */
    final String fact(String key) {
        return context.facts().getOrDefault(key, "");
    }

    final boolean givenUp() {
        return givenUp;
    }

    @Override
    public final void inject(Duration atMost) {
        under = BackgroundTask.begin(
                name(),
                () -> with(database -> {
                    perform(database);
                    return true;
                }));
    }

    @Override
    public final boolean done() throws IOException, InterruptedException {
        if (under == null) {
            throw new IllegalStateException(name() + " was not started by this process");
        }
        return under.done();
    }

    /** Looks for a sign of the work; work that this process began is given some time. */
    @Override
    public final FaultEffect effect() throws IOException, InterruptedException {
        return with(database -> {
            Optional<String> sign = under == null ? trace(database) : under.awaitSign(() -> trace(database));
            return sign.map(FaultEffect::seen).orElseGet(this::nothing);
        });
    }

    private FaultEffect nothing() {
        Optional<String> failure = Optional.ofNullable(under).flatMap(BackgroundTask::failure);
        return FaultEffect.absent("nothing created by " + name()
                + failure.map(reason -> ", which failed: " + reason).orElse(""));
    }

    @Override
    public final void heal() throws IOException, InterruptedException {
        givenUp = true;
        if (under != null) {
            under.awaitEnd(); // or it would do more after it was undone
        }
        with(database -> {
            undo(database);
            return true;
        });
    }

    /** Performs a query over a separate session. */
    final <T> T with(Question<T> question) throws IOException, InterruptedException {
        try (CqlDatabase database = CqlDatabase.connect(
                CqlSettings.of(context.cluster().target(), CqlSettings.Limits.DEFAULT))) {
            return question.of(database);
        }
    }

    /** Query of a database. */
    @FunctionalInterface
    interface Question<T> {
        T of(CqlDatabase database) throws IOException, InterruptedException;
    }
}
