package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

/**
 * Work that statements start in the background of a run. CQL cannot cancel such a statement: the work is found, and undone, by the objects
 * that it leaves in the schema under the injection's name.
 */
abstract class CqlBackgroundWork extends BackgroundWork {
    private volatile boolean givenUp;

    CqlBackgroundWork(FaultContext context, Options options) {
        super(context, options);
    }

    /** Performs the work; returns when it is done, and soon after {@link #givenUp} has become true. */
    abstract void perform(CqlDatabase database) throws IOException, InterruptedException;

    /** Returns a sign that it is or was at work; empty if there is none. */
    abstract Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException;

    /** Removes the objects it created; does nothing if there are none. */
    abstract void undo(CqlDatabase database) throws IOException, InterruptedException;

    final boolean givenUp() {
        return givenUp;
    }

    @Override
    public final void inject(Duration atMost) {
        begin(() -> with(database -> {
            perform(database);
            return true;
        }));
    }

    @Override
    public final FaultEffect effect() throws IOException, InterruptedException {
        return with(database -> awaitSign(() -> trace(database))
                .map(FaultEffect::seen)
                .orElseGet(() -> FaultEffect.absent("nothing created by " + name() + failure())));
    }

    @Override
    public final void heal() throws IOException, InterruptedException {
        givenUp = true;
        awaitEnd(); // or it would do more after it was undone
        with(database -> {
            undo(database);
            return true;
        });
    }

    /** Performs a query over a separate session. */
    final <T> T with(Question<T> question) throws IOException, InterruptedException {
        try (CqlDatabase database =
                CqlDatabase.connect(CqlSettings.of(context().cluster().target(), CqlSettings.Limits.DEFAULT))) {
            return question.of(database);
        }
    }

    /** Query of a database. */
    @FunctionalInterface
    interface Question<T> {
        T of(CqlDatabase database) throws IOException, InterruptedException;
    }
}
