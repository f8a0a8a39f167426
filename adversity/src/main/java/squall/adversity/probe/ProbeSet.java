package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.intent.IntentFile;
import squall.adversity.probe.intent.Intents;
import squall.check.DataCheck;
import squall.measure.recovery.LaneSeries;
import squall.scenario.Probes;
import squall.spi.CheckResult;
import squall.spi.Cluster;
import squall.spi.Target;

/**
 * All probes of one run.
 *
 * <p>Opened before the run, started with it, stopped after its last phase and while all nodes are healthy, then asked for the verdict.
 * One thread at a time, except {@link #lanes}.
 */
public final class ProbeSet implements AutoCloseable {
    /** How long a call under way may take to its end before it is ended. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Optional<LaneProbe> lanes;
    private final List<Ground> grounds;
    private final List<Probe> probes;
    private final List<Beat> beats = new ArrayList<>();

    private ProbeSet(Optional<LaneProbe> lanes, List<Probe> probes, List<Ground> grounds) {
        this.lanes = lanes;
        this.probes = probes;
        this.grounds = grounds;
    }

    /**
     * Connects, makes what is needed, and finds out where the lanes lead to.
     *
     * @param nodes of the cluster, for the names and zones of the lanes; may be empty
     * @param run its id, six hexadecimal digits
     * @throws IOException if the database cannot be reached or refuses
     */
    public static ProbeSet open(Probes wanted, Target target, List<Cluster.Node> nodes, String run)
            throws IOException, InterruptedException {
        return open(wanted, Grounds.at(target, nodes, run), Patience.USUAL);
    }

    static ProbeSet open(Probes wanted, Grounds where, Patience patience) throws IOException, InterruptedException {
        return made(wanted, where, patience, ProbeSet::seed);
    }

    /**
     * Those of a run whose process is gone, with all that its intent log tells; they are only asked for the verdict.
     *
     * @param wanted as the run wanted it; lanes are left out
     * @throws IOException also if the log cannot be understood, or the run had judged and removed its rows itself
     */
    public static ProbeSet recalled(Probes wanted, Target target, List<Cluster.Node> nodes, Path log)
            throws IOException, InterruptedException {
        return recalled(wanted, Grounds.at(target, nodes, IntentFile.origin(log).run()), Patience.USUAL, log);
    }

    static ProbeSet recalled(Probes wanted, Grounds where, Patience patience, Path log)
            throws IOException, InterruptedException {
        Probes judging =
                new Probes(Optional.empty(), wanted.ledger(), wanted.register(), wanted.bank(), wanted.counter());
        return made(judging, where, patience, set -> IntentFile.read(log, new Recalling(set.probes)));
    }

    private interface Preparing {
        void prepare(ProbeSet set) throws IOException, InterruptedException;
    }

    private static ProbeSet made(Probes wanted, Grounds where, Patience patience, Preparing preparing)
            throws IOException, InterruptedException {
        List<Ground> grounds = new ArrayList<>();
        ProbeSet made = null;
        try {
            ProbeSet set = on(grounds, wanted, where, patience);
            preparing.prepare(set);
            made = set;
            return made;
        } finally {
            if (made == null) {
                grounds.forEach(Ground::close);
            }
        }
    }

    private static ProbeSet on(List<Ground> grounds, Probes wanted, Grounds where, Patience patience)
            throws IOException, InterruptedException {
        Optional<LaneProbe> lanes = Optional.empty();
        if (wanted.lanes().isPresent()) {
            Ground ground = added(where.open(wanted.lanes().get().timeout()), grounds);
            lanes = Optional.of(new LaneProbe(ground, wanted.lanes().get()));
        }
        List<Probe> probes = new ArrayList<>();
        if (wanted.ledger().isPresent()
                || wanted.register().isPresent()
                || wanted.bank().isPresent()
                || wanted.counter().isPresent()) {
            Ground ground = added(where.open(patience.answer()), grounds);
            wanted.ledger().ifPresent(it -> probes.add(new LedgerProbe(ground, it, patience)));
            wanted.register().ifPresent(it -> probes.add(new RegisterProbe(ground, it, patience)));
            wanted.bank().ifPresent(it -> probes.add(new BankProbe(ground, it, patience)));
            wanted.counter().ifPresent(it -> probes.add(new CounterProbe(ground, it, patience)));
        }
        return new ProbeSet(lanes, probes, grounds);
    }

    private void seed() throws IOException, InterruptedException {
        if (lanes.isPresent()) {
            lanes.get().seed();
        }
        for (Probe probe : probes) {
            probe.seed();
        }
    }

    private static Ground added(Ground ground, List<Ground> to) throws IOException, InterruptedException {
        to.add(ground);
        ground.make();
        return ground;
    }

    /**
     * Begins to ask.
     *
     * @param clock nanoseconds since the run began; called by many threads
     * @param intents hears of every write before it is sent
     */
    public void start(LongSupplier clock, Intents intents) {
        lanes.ifPresent(probe -> beats.addAll(probe.beats()));
        probes.forEach(probe -> beats.addAll(probe.beats(intents)));
        beats.forEach(beat -> beat.start(clock));
    }

    /**
     * Ends all questions, in bounded time; a second call does nothing.
     *
     * @throws IllegalStateException if one of them had failed by a mistake of ours
     */
    public void stop() throws InterruptedException {
        beats.forEach(Beat::stop);
        if (!ended()) {
            beats.forEach(Beat::abort);
            ended();
        }
        beats.forEach(Beat::requireSound);
    }

    /** Whether all have ended, after some grace. */
    private boolean ended() throws InterruptedException {
        long deadlineNs = System.nanoTime() + GRACE.toNanos();
        boolean ended = true;
        for (Beat beat : beats) {
            ended &= beat.ended(Duration.ofNanos(deadlineNs - System.nanoTime()));
        }
        return ended;
    }

    /**
     * Looks at what is there, after {@link #stop}, one finding for each of ledger, register, bank and counter that was wanted. Takes seconds to
     * minutes: it waits until no write can be under way any more, and a look counts only when a later one finds the same.
     *
     * <p>What the run left is removed, unless something was wrong with it: then it stays to be looked at. If it could not be removed, one
     * more finding, which judges nothing, says so.
     *
     * @param intents hears of that beforehand
     */
    public List<Finding> verdict(Intents intents) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        Optional<String> unquiet = unquiet();
        for (Probe probe : probes) {
            findings.add(verdict(probe, unquiet));
        }
        if (findings.stream().allMatch(Finding::sound)) {
            forget(intents).ifPresent(findings::add);
        }
        return findings;
    }

    /** What each lane saw so far; from any thread. */
    public List<LaneSeries> lanes() {
        return lanes.map(LaneProbe::series).orElse(List.of());
    }

    /** Where each lane leads to, and what it can tell, one line each. */
    public List<String> placements() {
        return lanes.map(LaneProbe::placements).orElse(List.of());
    }

    private Optional<String> unquiet() throws InterruptedException {
        for (Beat beat : beats) {
            if (!beat.ended(Duration.ZERO)) {
                return Optional.of(beat + " still waits for an answer");
            }
        }
        try {
            for (Ground ground : grounds) {
                if (!ground.quiet()) {
                    return Optional.of("a write of the run was still under way on a server, so nobody knows its end");
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<Finding> forget(Intents intents) throws InterruptedException {
        try {
            intents.removing();
            for (Ground ground : grounds) {
                ground.forget();
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Finding.skipped("probes' rows", "they could not be removed: " + e.getMessage()));
        }
    }

    /** What a probe has seen to be wrong during the run counts also where the last look is not to be had. */
    private static Finding verdict(Probe probe, Optional<String> unquiet) throws InterruptedException {
        CheckResult result = DataCheck.of(probe.name(), probe.things(), check -> {
            check.wrong(probe::wrong);
            if (unquiet.isPresent()) {
                check.undecided(unquiet.get());
                return "";
            }
            return probe.look(check);
        });
        return probe.weighed(Finding.of(result, probe.flaws()));
    }

    /** Gives up the connections, and whatever still asks. */
    @Override
    public void close() {
        beats.forEach(Beat::stop);
        beats.forEach(Beat::abort);
        grounds.forEach(Ground::close);
    }
}
