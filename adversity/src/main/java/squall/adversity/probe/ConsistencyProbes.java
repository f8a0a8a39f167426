package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import squall.adversity.probe.intent.IntentLogFile;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.AccordProbeStore;
import squall.adversity.probe.store.CqlProbeStore;
import squall.adversity.probe.store.ProbeStore;
import squall.adversity.probe.store.SqlProbeStore;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.cql.AccordRequirement;
import squall.cql.driver.CqlAddress;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.results.ProbeStatus;
import squall.results.history.IsolationRecord;
import squall.scenario.ProbeSettings;
import squall.spi.CheckResult;
import squall.spi.Cluster;
import squall.spi.Outcome;
import squall.spi.Target;

/**
 * Set of all probes of one run.
 *
 * <p>Opened before the run, started with it, stopped after its last phase and while all nodes are healthy, then asked for the verdict. Used
 * by one thread at a time, except {@link #lanes}.
 */
public final class ConsistencyProbes implements AutoCloseable {
    /** Time that a call in progress has to complete before it is aborted. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Optional<LaneProbe> lanes;
    private final List<ProbeStore> probeStores;
    private final List<ConsistencyProbe> probes;
    private final List<PeriodicProbe> periodicProbes = new ArrayList<>();

    private ConsistencyProbes(Optional<LaneProbe> lanes, List<ConsistencyProbe> probes, List<ProbeStore> probeStores) {
        this.lanes = lanes;
        this.probes = probes;
        this.probeStores = probeStores;
    }

    /** Checks these settings without a connection. @throws IllegalArgumentException if the database cannot have such probes */
    public static void require(ProbeSettings wanted, Target target) {
        ProbeStores.at(target, List.of(), "000000", wanted.accord());
        if (wanted.accord()) {
            AccordRequirement.ofTarget(target, "probes.accord");
        }
    }

    /**
     * Connects, creates the tables, and determines the nodes that the lanes reach.
     *
     * @param nodes of the cluster, for the names and zones of the lanes; may be empty
     * @param run its id, six hexadecimal digits
     * @throws IOException if the database cannot be reached or refuses
     */
    public static ConsistencyProbes open(ProbeSettings wanted, Target target, List<Cluster.Node> nodes, String run)
            throws IOException, InterruptedException {
        return open(wanted, ProbeStores.at(target, nodes, run, wanted.accord()), ProbeTimeouts.USUAL);
    }

    static ConsistencyProbes open(ProbeSettings wanted, ProbeStores where, ProbeTimeouts timeouts)
            throws IOException, InterruptedException {
        return made(wanted, where, timeouts, ConsistencyProbes::seed);
    }

    /**
     * Opens the probes of a run whose process is gone, with all that its intent log and the files next to it contain; only {@link #verdict}
     * may be called.
     *
     * @param wanted the settings of the run; lanes are omitted, and isolation if no transaction was recorded
     * @throws IOException also if the log cannot be parsed, or the run had judged and removed its rows itself
     */
    public static ConsistencyProbes recalled(ProbeSettings wanted, Target target, List<Cluster.Node> nodes, Path log)
            throws IOException, InterruptedException {
        return recalled(
                wanted,
                ProbeStores.at(target, nodes, IntentLogFile.origin(log).run(), wanted.accord()),
                ProbeTimeouts.USUAL,
                log);
    }

    static ConsistencyProbes recalled(ProbeSettings wanted, ProbeStores where, ProbeTimeouts timeouts, Path log)
            throws IOException, InterruptedException {
        ProbeSettings judging = new ProbeSettings(
                Optional.empty(),
                wanted.ledger(),
                wanted.register(),
                wanted.bank(),
                wanted.counter(),
                wanted.isolation()
                        .filter(it -> Files.exists(log.resolveSibling(IsolationRecord.HistorySource.PROBE.history()))),
                wanted.accord());
        return made(judging, where, timeouts, set -> {
            IntentLogFile.read(log, new IntentReplay(set.probes));
            set.probes.forEach(probe -> probe.restoreFrom(log.resolveSibling("")));
        });
    }

    private interface Preparing {
        void prepare(ConsistencyProbes set) throws IOException, InterruptedException;
    }

    private static ConsistencyProbes made(
            ProbeSettings wanted, ProbeStores where, ProbeTimeouts timeouts, Preparing preparing)
            throws IOException, InterruptedException {
        List<ProbeStore> probeStores = new ArrayList<>();
        ConsistencyProbes made = null;
        try {
            ConsistencyProbes set = on(probeStores, wanted, where, timeouts);
            preparing.prepare(set);
            made = set;
            return made;
        } finally {
            if (made == null) {
                probeStores.forEach(ProbeStore::close);
            }
        }
    }

    private static ConsistencyProbes on(
            List<ProbeStore> probeStores, ProbeSettings wanted, ProbeStores where, ProbeTimeouts timeouts)
            throws IOException, InterruptedException {
        Optional<LaneProbe> lanes = Optional.empty();
        if (wanted.lanes().isPresent()) {
            ProbeStore probeStore = added(where.open(wanted.lanes().get().timeout()), probeStores);
            lanes = Optional.of(new LaneProbe(probeStore, wanted.lanes().get()));
        }
        List<ConsistencyProbe> probes = new ArrayList<>();
        if (wanted.ledger().isPresent()
                || wanted.register().isPresent()
                || wanted.bank().isPresent()
                || wanted.counter().isPresent()
                || wanted.isolation().isPresent()) {
            ProbeStore probeStore = added(where.open(timeouts.answer()), probeStores);
            wanted.ledger().ifPresent(it -> probes.add(new LedgerProbe(probeStore, it, timeouts)));
            wanted.register().ifPresent(it -> probes.add(new RegisterProbe(probeStore, it, timeouts)));
            wanted.bank().ifPresent(it -> probes.add(new BankProbe(probeStore, it, timeouts)));
            wanted.counter().ifPresent(it -> probes.add(new CounterProbe(probeStore, it, timeouts)));
            if (wanted.isolation().isPresent()) {
                probes.add(IsolationProbe.on(probeStore, wanted.isolation().get(), timeouts));
            }
        }
        return new ConsistencyProbes(lanes, probes, probeStores);
    }

    private void seed() throws IOException, InterruptedException {
        if (lanes.isPresent()) {
            lanes.get().seed();
        }
        for (ConsistencyProbe probe : probes) {
            probe.seed();
        }
    }

    private static ProbeStore added(ProbeStore probeStore, List<ProbeStore> to)
            throws IOException, InterruptedException {
        to.add(probeStore);
        probeStore.make();
        return probeStore;
    }

    /** Sets the folder of the run's files; call it before {@link #start}. */
    public void keepIn(Path directory) throws IOException, InterruptedException {
        for (ConsistencyProbe probe : probes) {
            probe.keepIn(directory);
        }
    }

    /**
     * Starts all periodic operations.
     *
     * @param clock nanoseconds since the run began; called by many threads
     * @param intents receives every write before it is sent
     */
    public void start(LongSupplier clock, WriteIntents intents) {
        lanes.ifPresent(probe -> periodicProbes.addAll(probe.periodicProbes()));
        probes.forEach(probe -> periodicProbes.addAll(probe.periodicProbes(intents)));
        periodicProbes.forEach(periodic -> periodic.start(clock));
    }

    /**
     * Stops all operations, in bounded time; a second call does nothing.
     *
     * @throws IllegalStateException if one of them had failed by an internal error
     */
    public void stop() throws InterruptedException {
        periodicProbes.forEach(PeriodicProbe::stop);
        if (!ended()) {
            periodicProbes.forEach(PeriodicProbe::abort);
            ended();
        }
        periodicProbes.forEach(PeriodicProbe::requireSound);
    }

    /** Returns whether all have ended, after some grace. */
    private boolean ended() throws InterruptedException {
        long deadlineNs = System.nanoTime() + GRACE.toNanos();
        boolean ended = true;
        for (PeriodicProbe periodic : periodicProbes) {
            ended &= periodic.ended(Duration.ofNanos(deadlineNs - System.nanoTime()));
        }
        return ended;
    }

    /**
     * Reads what is stored, after {@link #stop}, and returns one finding for each configured probe but the lanes. Takes seconds to minutes:
     * it waits until no write can be in progress any more, and a read counts only when a later one returns the same.
     *
     * <p>The rows of the run are removed, unless something was wrong with them: then they stay for inspection. If they could not be
     * removed, one more finding, which judges nothing, says so.
     *
     * @param intents is informed of the removal before it
     */
    public List<ProbeFinding> verdict(WriteIntents intents) throws InterruptedException {
        List<ProbeFinding> findings = new ArrayList<>();
        Optional<String> unquiet = unquiet();
        for (ConsistencyProbe probe : probes) {
            findings.add(verdict(probe, unquiet));
        }
        if (findings.stream().allMatch(ProbeFinding::sound)) {
            removeRows(intents).ifPresent(findings::add);
        }
        return findings;
    }

    /** Returns the lost writes by the second of the run in which they were acknowledged; call it after {@link #verdict}. */
    public SortedMap<Long, Long> lostBySecond() {
        SortedMap<Long, Long> lost = new TreeMap<>();
        probes.forEach(probe -> probe.lostBySecond().forEach((second, count) -> lost.merge(second, count, Long::sum)));
        return lost;
    }

    /** Returns the completions of each lane so far; may be called from any thread. */
    public List<LaneSeries> lanes() {
        return lanes.map(LaneProbe::series).orElse(List.of());
    }

    /**
     * Returns, by the name of each lane of data, how its sessions lost their connections and got others so far; may be called from any thread.
     *
     * @param originNs {@link System#nanoTime} of second 0
     */
    public Map<String, ClientSteps> laneConnections(long originNs) {
        return lanes.map(probe -> probe.connections(originNs)).orElse(Map.of());
    }

    /** Returns the present state of each lane, by the clock of {@link #start}; may be called from any thread. */
    List<ProbeStatus.Lane> laneStates(double atSecond) {
        return lanes.map(probe -> probe.states(atSecond)).orElse(List.of());
    }

    /** Returns the node that each lane reaches, and what the lane can tell, one line each. */
    public List<String> placements() {
        return lanes.map(LaneProbe::placements).orElse(List.of());
    }

    private Optional<String> unquiet() throws InterruptedException {
        for (PeriodicProbe periodic : periodicProbes) {
            if (!periodic.ended(Duration.ZERO)) {
                return Optional.of(periodic + " still waits for an answer");
            }
        }
        try {
            for (ProbeStore probeStore : probeStores) {
                if (!probeStore.quiet()) {
                    return Optional.of(
                            "a write of the run was still in progress on a server, so its outcome is unknown");
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<ProbeFinding> removeRows(WriteIntents intents) throws InterruptedException {
        try {
            if (!probes.isEmpty()) { // of lanes alone nothing was judged
                intents.removing();
            }
            for (ConsistencyProbe probe : probes) {
                probe.removeRows();
            }
            for (ProbeStore probeStore : probeStores) {
                probeStore.removeRows();
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(ProbeFinding.skipped("probes' rows", "they could not be removed: " + e.getMessage()));
        }
    }

    /** Judges one probe: an anomaly seen during the run counts even if the final read fails. */
    private static ProbeFinding verdict(ConsistencyProbe probe, Optional<String> unquiet) throws InterruptedException {
        CheckResult result = DataCheck.of(probe.name(), probe.things(), check -> {
            check.wrong(probe::wrong, probe::anomalies);
            if (unquiet.isPresent()) {
                check.undecided(unquiet.get());
                return "";
            }
            return probe.verify(check);
        });
        return probe.weighed(ProbeFinding.of(result, probe.anomalies()));
    }

    /** Closes the connections and aborts the calls in progress. */
    @Override
    public void close() {
        periodicProbes.forEach(PeriodicProbe::stop);
        periodicProbes.forEach(PeriodicProbe::abort);
        probeStores.forEach(ProbeStore::close);
        probes.forEach(ConsistencyProbe::close);
    }

    /** Factory of stores, each with connections to the database of a run. */
    interface ProbeStores {
        /** Connects. @param answer limit of a call */
        ProbeStore open(Duration answer) throws IOException, InterruptedException;

        /**
         * Returns a factory for the language of the database, or for Accord's transactions.
         *
         * @param run its id, six hexadecimal digits
         * @throws IllegalArgumentException if it is not a database that can have Accord
         */
        static ProbeStores at(Target target, List<Cluster.Node> nodes, String run, boolean accord) {
            if (CqlAddress.isUrl(target.url())) {
                return accord
                        ? answer -> AccordProbeStore.connect(target, nodes, run, answer)
                        : answer -> CqlProbeStore.connect(target, nodes, run, answer);
            }
            if (accord) {
                throw new IllegalArgumentException("probes.accord is for Cassandra 6, and the cluster is "
                        + target.url() + ": omit it, as the probes over SQL use transactions anyway");
            }
            return answer -> SqlProbeStore.connect(target, nodes, run, answer);
        }
    }

    /** Replay of an intent log: passes to the probes what an earlier process recorded. */
    private record IntentReplay(List<ConsistencyProbe> probes) implements WriteIntents {
        @Override
        public void sending(WriteIntents.ProbeWrite write) {
            probe(write.probe()).restoreSent(write);
        }

        @Override
        public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
            probe(write.probe()).restoreEnded(write, outcome, atNs, endpoint);
        }

        @Override
        public void found(String probe, DataAnomaly anomaly, String example) {
            probe(probe).restoreAnomaly(anomaly, example);
        }

        /** Fails, because nothing is left to be judged. */
        @Override
        public void removing() {
            throw new IllegalArgumentException("the run judged everything sound and removed its rows");
        }

        private ConsistencyProbe probe(String name) {
            return probes.stream()
                    .filter(probe -> probe.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the scenario has no probe '" + name + "'"));
        }
    }

    /**
     * Timing of probes: timeouts and intervals.
     *
     * @param late what was not begun by then is omitted
     * @param answer limit of a call of any probe but the lanes
     * @param between two reads of what is stored
     * @param reads maximum number of reads, until two agree
     */
    public record ProbeTimeouts(Duration late, Duration answer, Duration between, int reads) {
        /** Defaults, long enough for any scenario. */
        public static final ProbeTimeouts USUAL =
                new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), 4);

        public ProbeTimeouts {
            if (reads < 2) {
                throw new IllegalArgumentException("there must be at least 2 reads to compare, not " + reads);
            }
        }

        void pause() throws InterruptedException {
            Thread.sleep(between);
        }

        /** Returns the number of omitted operations, as an addition to a line; empty if there are none. */
        static String text(LongAdder left) {
            return left.sum() == 0 ? "" : "; " + left.sum() + " were due while no session was free and were left out";
        }
    }
}
