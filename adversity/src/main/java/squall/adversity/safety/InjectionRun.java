package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;

/**
 * Run of one injection from its plan until it is seen to be gone: a state machine over {@link InjectionRun.Stage} whose every stage is on
 * disk before the step that follows it. Used by one thread at a time.
 *
 * <pre>
 *   planned --arm--> --inject--> --effect--> [--done--> once a second] --heal-->
 * </pre>
 */
public final class InjectionRun implements FaultInjection {
    /** Time that healing may take before another process tries as well. */
    private static final Duration HEALING_LIMIT = Duration.ofMinutes(3);

    /** Number of attempts to heal; the second one finds nodes that the first one did not wait for. */
    private static final int HEALINGS = 2;

    private final Cluster cluster;
    private final FaultProvider provider;
    private final JournalWriter journalWriter;
    private final InstantSource clock;
    private UndoRecord undo;
    private volatile Stage stage;
    private Fault fault;

    /** @param line the last one of the injection, which another process may have begun */
    InjectionRun(
            UndoJournal.JournalEntry line,
            Cluster cluster,
            FaultProvider provider,
            JournalWriter journalWriter,
            InstantSource clock)
            throws IOException {
        this.cluster = cluster;
        this.provider = provider;
        this.journalWriter = journalWriter;
        this.clock = clock;
        this.undo = line.undo();
        this.stage = line.stage();
        this.fault = made(undo);
    }

    /**
     * Creates a new injection; touches nothing. @throws IllegalArgumentException if an option of the fault is unknown or has no such value
     */
    public static InjectionRun planned(
            UndoRecord undo, Cluster cluster, FaultProvider provider, JournalWriter journalWriter, InstantSource clock)
            throws IOException {
        Instant now = clock.instant();
        InjectionRun injection = new InjectionRun(
                new UndoJournal.JournalEntry(undo, Stage.PLANNED, now, ""), cluster, provider, journalWriter, clock);
        injection.append(Stage.PLANNED, now, "");
        return injection;
    }

    public Stage stage() {
        return stage;
    }

    /**
     * Reads the facts and records everything needed to heal.
     *
     * @param atMost after which it is healed even if no process of the run is alive, or injecting has not ended
     */
    public void arm(Duration atMost) throws IOException, InterruptedException {
        require(Stage.ARMED);
        Instant began = clock.instant();
        undo = undo.with(fault.facts()).until(clock.instant().plus(atMost));
        fault = made(undo);
        step(Stage.ARMED, began, "");
    }

    /**
     * {@inheritDoc} The time until it is healed in any case begins again afterwards: injecting can take longer than the fault is to last.
     *
     * @throws IOException if it failed; it must be healed all the same
     */
    @Override
    public void inject() throws IOException, InterruptedException {
        require(Stage.INJECTED);
        Instant began = clock.instant();
        Duration atMost = Duration.between(began, undo.deadline());
        try {
            fault.inject(atMost);
        } catch (IOException e) {
            noteFailure(began, e);
            throw e;
        }
        undo = undo.until(clock.instant().plus(atMost));
        step(Stage.INJECTED, began, "");
    }

    /** Records that injecting failed. The fault may be in effect all the same, so the injection stays armed. */
    private void noteFailure(Instant began, IOException failure) {
        try {
            append(stage, began, "injecting failed: " + failure.getMessage());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public Optional<Duration> skew() {
        return fault.skew();
    }

    @Override
    public FaultEffect effect() throws IOException, InterruptedException {
        Instant began = clock.instant();
        FaultEffect effect = fault.effect();
        if (stage == Stage.INJECTED && effect.present()) {
            step(Stage.EFFECTIVE, began, effect.how());
        }
        return effect;
    }

    /** {@inheritDoc} Never for a fault that is not a {@link Fault.Work}. */
    @Override
    public boolean done() throws IOException, InterruptedException {
        return fault instanceof Fault.Work work && work.done();
    }

    /** {@inheritDoc} Empty for a fault that is not {@link Fault.Detectable}. */
    @Override
    public Optional<List<String>> reports() throws IOException, InterruptedException {
        return fault instanceof Fault.Detectable detectable ? Optional.of(detectable.reports()) : Optional.empty();
    }

    /**
     * {@inheritDoc} An injection that was never armed, or is healed already, is not undone again.
     *
     * @throws NotHealedException if the fault is not gone
     * @throws IOException also if it is gone, and the journal cannot be written
     */
    @Override
    public FaultEffect heal(Runnable undone) throws IOException, InterruptedException {
        if (!stage.open()) {
            return FaultEffect.absent("nothing to heal");
        }
        Instant began = clock.instant();
        undo = undo.until(began.plus(HEALING_LIMIT));
        begin(began);
        FaultEffect left = healOnce(undone);
        for (int attempts = 1; left.present() && attempts < HEALINGS; attempts++) {
            left = healOnce(undone);
        }
        if (left.present()) {
            throw notHealed(began, left.how());
        }
        step(Stage.HEALED, began, "");
        return left;
    }

    /** Undoes what the cluster did because of the fault only after it was healed; see {@link Fault#settle}. */
    public List<String> settle() throws IOException, InterruptedException {
        return stage == Stage.HEALED ? made(undo).settle() : List.of(); // on the nodes that the cluster has now
    }

    /** Heals, for callers that measure nothing; see {@link #heal(Runnable)}. */
    public void heal() throws IOException, InterruptedException {
        heal(() -> {});
    }

    /**
     * Enters the stage of healing even if the journal cannot be written: a full disk must not keep a fault in effect. The journal still
     * shows that something may be left.
     */
    private void begin(Instant began) {
        try {
            step(Stage.HEALING, began, "");
        } catch (IOException e) {
            stage = Stage.HEALING;
        }
    }

    /** Heals once and verifies. An exception of a fault is part of the result, because other faults wait to be healed. */
    private FaultEffect healOnce(Runnable undone) throws InterruptedException {
        try {
            fault.heal();
            undone.run();
            return fault.effect();
        } catch (IOException | RuntimeException e) {
            return FaultEffect.seen(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private NotHealedException notHealed(Instant began, String left) {
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
        return failure;
    }

    private Fault made(UndoRecord from) throws IOException {
        return provider.fault(from.context(cluster), from.fault().options(from.name()));
    }

    private void require(Stage next) {
        if (!stage.next().contains(next)) {
            throw new IllegalStateException(undo + " is " + stage + " and cannot become " + next);
        }
    }

    /** @param began when the step that led to this stage began */
    private void step(Stage next, Instant began, String note) throws IOException {
        require(next);
        append(next, began, note);
        stage = next;
    }

    private void append(Stage what, Instant began, String note) throws IOException {
        journalWriter.append(new UndoJournal.JournalEntry(undo, what, began, clock.instant(), note));
    }

    /** Stage of one injection. A stage is on disk before the step that follows it. */
    public enum Stage {
        /** Planned; nothing was touched. */
        PLANNED,
        /** Armed: the undo record is on disk and the watchdog is running; from here on the fault may be in effect. */
        ARMED,
        /** Injected: injecting has ended. */
        INJECTED,
        /** Effective: observed in effect. */
        EFFECTIVE,
        /** Healing: being undone. */
        HEALING,
        /** Healed: observed to be gone. */
        HEALED,
        /** Failed to heal, or healing could not be verified; it can be tried again. */
        FAILED;

        /** Returns whether something may be left of the fault. */
        public boolean open() {
            return this != PLANNED && this != HEALED;
        }

        /** Returns the stages that may follow. A healing that a crash cut off is begun again. */
        public Set<Stage> next() {
            return switch (this) {
                case PLANNED -> Set.of(ARMED);
                case ARMED -> Set.of(INJECTED, HEALING);
                case INJECTED -> Set.of(EFFECTIVE, HEALING);
                case EFFECTIVE, FAILED -> Set.of(HEALING);
                case HEALING -> Set.of(HEALED, FAILED, HEALING);
                case HEALED -> Set.of();
            };
        }
    }

    /** Writer that records the steps of injections, so that another process can continue if this one ends. Any thread may append. */
    public interface JournalWriter {
        /** Appends a line; when this returns, the line outlives this process. */
        void append(UndoJournal.JournalEntry line) throws IOException;
    }

    /** Exception if a fault is still in effect, or its state is unknown. The message lists the steps left to do manually. */
    public static final class NotHealedException extends IOException {
        private static final long serialVersionUID = 1L;

        public NotHealedException(String message) {
            super(message);
        }
    }

    /**
     * Record of everything needed to heal one injection, by any process.
     *
     * @param run six hexadecimal digits
     * @param id of the injection in its run, for example {@code f3}
     * @param cluster found again by these
     * @param nodes by name
     * @param facts that the fault returned before it was injected
     * @param deadline after which it is healed whether its run is alive or not
     * @param seed of what the fault chooses at random; 0 in a record that was read from a journal
     */
    public record UndoRecord(
            String run,
            String id,
            ProviderSpec cluster,
            ProviderSpec fault,
            List<String> nodes,
            Map<String, String> facts,
            Instant deadline,
            long seed) {
        public UndoRecord {
            nodes = List.copyOf(nodes);
            facts = Map.copyOf(facts);
        }

        /** Returns the name that everything created by the fault has. */
        public String name() {
            return "adv_" + run + "_" + id;
        }

        public UndoRecord with(Map<String, String> otherFacts) {
            return new UndoRecord(run, id, cluster, fault, nodes, otherFacts, deadline, seed);
        }

        public UndoRecord until(Instant otherDeadline) {
            return new UndoRecord(run, id, cluster, fault, nodes, facts, otherDeadline, seed);
        }

        /** Returns its context on the cluster. A node that has left the cluster for good needs no healing. */
        FaultContext context(Cluster there) throws IOException {
            Map<String, Node> known = there.nodes().stream().collect(Collectors.toMap(Node::name, node -> node));
            return new FaultContext(
                    name(),
                    there,
                    nodes.stream().filter(known::containsKey).map(known::get).toList(),
                    facts,
                    seed);
        }

        /** Returns the fault as text for messages: {@code pause of n2 (adv_a1b2c3_f3)}. */
        @Override
        public String toString() {
            return fault.kind() + (nodes.isEmpty() ? "" : " of " + String.join(", ", nodes)) + " (" + name() + ")";
        }
    }
}
