package squall.adversity.work;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlAddress;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;
import squall.spi.Target;

/**
 * Work that statements begin in the background of a run. Nobody could end one of them: the work is what it leaves in the schema under the
 * scene's name, and is undone there.
 */
abstract class CqlWork implements Fault.Work {
    /** Else the driver would let a second go by after each change of the schema, lest another follow. */
    private static final Map<String, String> WITHOUT_DELAY =
            Map.of("advanced.metadata.schema.debouncer.window", "10 milliseconds");

    private final Scene scene;
    private @Nullable Background under;
    private volatile boolean givenUp;

    CqlWork(Scene scene) {
        this.scene = scene;
    }

    /** The work itself; ends with it, and soon after {@link #givenUp} has become true. */
    abstract void perform(CqlDatabase database) throws IOException, InterruptedException;

    /** What shows that it is or was at work. Empty: nothing does. */
    abstract Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException;

    /** Takes away what it made; nothing happens where nothing is there. */
    abstract void undo(CqlDatabase database) throws IOException, InterruptedException;

    /** The name of all it makes. */
    final String name() {
        return scene.name();
    }

    final Scene scene() {
        return scene;
    }

    /** What was told before it began; empty text if nothing was. */
    final String fact(String key) {
        return scene.facts().getOrDefault(key, "");
    }

    final boolean givenUp() {
        return givenUp;
    }

    @Override
    public final void inject(Duration atMost) {
        under = Background.begin(
                name(),
                () -> with(database -> {
                    perform(database);
                    return true;
                }));
    }

    @Override
    public final boolean done() throws IOException, InterruptedException {
        if (under == null) {
            throw new IllegalStateException(name() + " was not begun by this process");
        }
        return under.done();
    }

    /** A work that this process began is given some time to show itself. */
    @Override
    public final Effect effect() throws IOException, InterruptedException {
        return with(database -> {
            Optional<String> sign = under == null ? trace(database) : under.awaitSign(() -> trace(database));
            return sign.map(Effect::seen).orElseGet(this::nothing);
        });
    }

    private Effect nothing() {
        Optional<String> failure = Optional.ofNullable(under).flatMap(Background::failure);
        return Effect.absent("nothing made by " + name()
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

    /** Asked over a session of its own. */
    final <T> T with(Question<T> question) throws IOException, InterruptedException {
        Target target = scene.cluster().target();
        CqlAddress address = CqlAddress.ofUrl(target.url());
        try (CqlDatabase database = CqlDatabase.connect(new CqlSettings(
                address.contactPoints(),
                address.datacenter(),
                new CqlSettings.Login(target.user(), target.password()),
                CqlSettings.Encryption.OFF,
                CqlSettings.Consistency.QUORUM,
                CqlSettings.Limits.DEFAULT,
                CqlSettings.Wire.DEFAULT,
                WITHOUT_DELAY))) {
            return question.of(database);
        }
    }

    /** What is asked of a database. */
    @FunctionalInterface
    interface Question<T> {
        T of(CqlDatabase database) throws IOException, InterruptedException;
    }
}
