package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;

/**
 * One injection from its plan until it is seen to be gone: a state machine over {@link Stage} whose every stage is on disk before the
 * step that follows it. Used by one thread at a time.
 *
 * <pre>
 *   planned --arm--> --inject--> --look--> [--done--> once a second] --heal-->
 * </pre>
 */
public final class Life {
    /** How long a healing may take until somebody else tries too. */
    private static final Duration HEALING_LIMIT = Duration.ofMinutes(3);

    /** The second one finds nodes that the first one could not wait for. */
    private static final int HEALINGS = 2;

    private final Cluster cluster;
    private final FaultProvider provider;
    private final Chronicle chronicle;
    private final InstantSource clock;
    private Undo undo;
    private Stage stage;
    private Fault fault;

    private Life(Line line, Cluster cluster, FaultProvider provider, Chronicle chronicle, InstantSource clock)
            throws IOException {
        this.cluster = cluster;
        this.provider = provider;
        this.chronicle = chronicle;
        this.clock = clock;
        this.undo = line.undo();
        this.stage = line.stage();
        this.fault = made(undo);
    }

    /** A new one; touches nothing. @throws IllegalArgumentException if an option of the fault is unknown or has no such value */
    public static Life planned(
            Undo undo, Cluster cluster, FaultProvider provider, Chronicle chronicle, InstantSource clock)
            throws IOException {
        Instant now = clock.instant();
        Life life = new Life(new Line(undo, Stage.PLANNED, now, now, ""), cluster, provider, chronicle, clock);
        life.tell(Stage.PLANNED, now, "");
        return life;
    }

    /** One that another process began. */
    static Life resumed(Line line, Cluster cluster, FaultProvider provider, Chronicle chronicle, InstantSource clock)
            throws IOException {
        return new Life(line, cluster, provider, chronicle, clock);
    }

    public Stage stage() {
        return stage;
    }

    public Undo undo() {
        return undo;
    }

    /** Reads the facts and writes down all that heals. @param atMost after which it is healed even if nobody who called this lives */
    public void arm(Duration atMost) throws IOException, InterruptedException {
        require(Stage.ARMED);
        Instant began = clock.instant();
        undo = undo.with(fault.facts()).until(clock.instant().plus(atMost));
        fault = made(undo);
        step(Stage.ARMED, began, "");
    }

    /** @throws IOException if it could not be done; then it is to be healed all the same */
    public void inject() throws IOException, InterruptedException {
        require(Stage.INJECTED);
        Instant began = clock.instant();
        fault.inject(Duration.between(began, undo.deadline()));
        step(Stage.INJECTED, began, "");
    }

    /** How far apart its nodes were disturbed; asked after {@link #inject}. */
    public Optional<Duration> skew() {
        return fault.skew();
    }

    /** Looks whether it is in effect. */
    public Effect look() throws IOException, InterruptedException {
        Instant began = clock.instant();
        Effect effect = fault.effect();
        if (stage == Stage.INJECTED && effect.present()) {
            step(Stage.VERIFIED, began, effect.how());
        }
        return effect;
    }

    /**
     * Whether work that has an end of its own has come to it; never, for other faults.
     *
     * @throws IOException if the work failed
     */
    public boolean done() throws IOException, InterruptedException {
        return fault instanceof Fault.Work work && work.done();
    }

    /**
     * Undoes and looks whether it is gone. Nothing happens to what was never armed, or is healed already.
     *
     * @throws NotHealedException if it is not gone
     * @throws IOException if it is gone, and that cannot be written down
     */
    public void heal() throws IOException, InterruptedException {
        if (!stage.open()) {
            return;
        }
        Instant began = clock.instant();
        undo = undo.until(began.plus(HEALING_LIMIT));
        begin(began);
        Optional<String> left = left();
        for (int tried = 1; left.isPresent() && tried < HEALINGS; tried++) {
            left = left();
        }
        if (left.isPresent()) {
            fail(began, left.get());
        }
        step(Stage.HEALED, began, "");
    }

    /** A disk that fills up must not keep a fault alive. The journal says in any case that something may be left. */
    private void begin(Instant began) {
        try {
            step(Stage.HEALING, began, "");
        } catch (IOException e) {
            stage = Stage.HEALING;
        }
    }

    /** What is left after one try; empty if nothing. Whatever a fault throws, others wait for being healed. */
    private Optional<String> left() throws InterruptedException {
        try {
            fault.heal();
            Effect effect = fault.effect();
            return effect.present() ? Optional.of(effect.how()) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void fail(Instant began, String left) throws IOException {
        var failure = new NotHealedException(undo + " is not healed: " + left + ". Left to do by hand: "
                + String.join(
                        "; ",
                        fault.steps().stream()
                                .filter(line -> line.startsWith("heal"))
                                .toList()));
        try {
            step(Stage.FAILED, began, left);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        throw failure;
    }

    private Fault made(Undo from) throws IOException {
        return provider.fault(from.scene(cluster), from.fault().options(from.name()));
    }

    private void require(Stage next) {
        if (!stage.next().contains(next)) {
            throw new IllegalStateException(undo + " is " + stage + " and cannot become " + next);
        }
    }

    /** @param began when what led to this stage began */
    private void step(Stage next, Instant began, String note) throws IOException {
        require(next);
        tell(next, began, note);
        stage = next;
    }

    private void tell(Stage what, Instant began, String note) throws IOException {
        chronicle.append(new Line(undo, what, began, clock.instant(), note));
    }
}
